// @ts-check
// Chooses values and labels of a hierarchy: a tree of checkboxes with a search, and a field for values where their list is too long.

import { freshId, grouped, h } from './dom.js';
import { allOf, covered, partly, toggle, wholly } from './label_tree.js';

/**
 * @typedef {import('./types').Column} Column
 * @typedef {import('./types').Choice} Choice
 * @typedef {import('./types').Scalar} Scalar
 * @typedef {import('./label_tree.js').Node} Node
 */

const searchFrom = 8;   // so many labels are found without a search
const mostFound = 100;

/** "flu, \"a, b\"" as its values. @param {string} text @returns {string[]} */
export function valuesOf(text) {
    const values = [];
    for (const [, quoted, plain] of text.matchAll(/"((?:[^"]|"")*)"|([^,"]+)/g)) {
        const value = quoted !== undefined ? quoted.replaceAll('""', '"') : plain.trim();
        if (value !== '') values.push(value);
    }
    return values;
}

/** The other way round. @param {Scalar[]} values */
export const textOf = values => values.map(value => (/[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value)).join(', ');

/**
 * @param {Column} column @param {Node[]} tree @param {Choice | undefined} choice @param {(choice: Choice | undefined) => void} changed
 * @returns {HTMLElement}
 */
export function treeControl(column, tree, choice, changed) {
    const nodes = allOf(tree);
    const listed = (/** @type {Scalar} */ value) => nodes.findLast(node => node.label === String(value));
    const given = choice?.in ?? [];
    let others = given.filter(value => !listed(value));
    const chosen = new Set(given.flatMap(value => listed(value) ?? []));
    /** @type {Set<Node>} */
    const open = new Set(nodes.filter(node => partly(node, chosen) && !covered(node, chosen)));
    // A small tree is shown as a whole.
    if (nodes.length <= 12) for (const node of nodes) open.add(node);

    const deep = tree.some(({ children }) => children.length > 0);
    const list = h('div', { class: 'tree' });
    const search = h('input', { type: 'search', placeholder: `Search ${grouped(nodes.length)} entries`,
                                'aria-label': `Search in ${column.name}`, input: draw });
    draw();
    const id = freshId('values');
    const field = column.levels[0]?.labels ? null : h('div', { class: 'field wide' },
        h('label', { for: id }, 'Values, with commas between them'),
        h('input', { id, type: 'text', value: textOf(others), placeholder: `${column.first}, …`, autocomplete: 'off',
                     'aria-label': `${column.name}: values, with commas between them`,
                     input: (/** @type {any} */ event) => { others = valuesOf(event.target.value); tell(); } }));
    return h('div', { class: 'choose' }, nodes.length > searchFrom && search, nodes.length > 0 && list, field);

    function tell() {
        const picked = nodes.filter(node => chosen.has(node)).map(({ value }) => value);
        const all = [...picked, ...others];
        changed(all.length > 0 ? { in: all } : undefined);
    }

    function draw() {
        const wanted = search.value.trim().toLowerCase();
        const focused = document.activeElement?.id;
        if (wanted === '') {
            list.replaceChildren(branch(tree));
        } else {
            const found = nodes.filter(({ label }) => label.toLowerCase().includes(wanted));
            list.replaceChildren(
                h('ul', {}, ...found.slice(0, mostFound).map(node => h('li', {}, h('div', { class: 'entry' }, box(node, node.parent?.label))))),
                found.length === 0 ? h('p', { class: 'hint' }, 'Nothing is called that.') : '',
                found.length > mostFound ? h('p', { class: 'hint' }, `and ${grouped(found.length - mostFound)} more`) : '');
        }
        if (focused && list.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused)?.focus();
    }

    /** @param {Node[]} siblings @returns {HTMLElement} */
    function branch(siblings) {
        return h('ul', {}, ...siblings.map(node => h('li', {},
            h('div', { class: 'entry' }, deep && expander(node), box(node)),
            open.has(node) && node.children.length > 0 && branch(node.children))));
    }

    /** @param {Node} node */
    function expander(node) {
        if (node.children.length === 0) return h('span', { class: 'expander' });
        const isOpen = open.has(node);
        return h('button', { type: 'button', class: 'expander', id: nameOf(node, 'open'), 'aria-expanded': String(isOpen),
                             'aria-label': `Show what is below ${node.label}`,
                             click: () => { if (isOpen) open.delete(node); else open.add(node); draw(); } });
    }

    /** @param {Node} node @param {string} [hint] */
    function box(node, hint) {
        const input = h('input', { type: 'checkbox', id: nameOf(node, 'box'), checked: wholly(node, chosen),
                                   change: () => { toggle(node, chosen); draw(); tell(); } });
        input.indeterminate = !input.checked && partly(node, chosen);
        return h('label', { class: 'check' }, input, h('span', {}, node.label), hint && h('span', { class: 'soft' }, hint));
    }

    /** The same at each drawing, so that the focus stays. @param {Node} node @param {string} what */
    function nameOf(node, what) {
        return `${what}-${column.name.replace(/\W/g, '_')}-${nodes.indexOf(node)}`;
    }
}
