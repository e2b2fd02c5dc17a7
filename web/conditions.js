// @ts-check
// The conditions of a question: a card for each column, which says in one line what is chosen and opens to choose.

import { freshId, h } from './dom.js';
import { treeOf } from './label_tree.js';
import { withMissing } from './missing.js';
import { rangeControl } from './range_control.js';
import { treeControl } from './tree_control.js';
import { choiceInWords } from './words.js';

/**
 * @typedef {import('./types').Column} Column
 * @typedef {import('./types').Choice} Choice
 * @typedef {import('./types').Where} Where
 * @typedef {import('./types').StatDb} StatDb
 */

/**
 * A card for each column of a statistical database. `changed` is called after `where` has been changed.
 * @param {StatDb} statdb @param {Where} where @param {() => void} changed
 * @returns {HTMLElement[]}
 */
export function conditionCards(statdb, where, changed) {
    const cards = statdb.quasi_identifiers.map(column => card(column, ''));
    cards.push(card(statdb.sensitive, 'sensitive'));
    if (!cards.some(({ open }) => open)) cards[0].open = true;
    return cards;

    /** @param {Column} column @param {string} role */
    function card(column, role) {
        const words = h('span', { class: 'chosen' });
        const body = h('div', { class: 'body' });
        const reset = h('button', { type: 'button', class: 'plain small', click: () => { choose(undefined); draw(); } }, `Any ${column.name}`);
        const details = h('details', { class: 'card', open: column.name in where },
            h('summary', {}, h('span', { class: 'name' }, column.name, role && h('span', { class: 'role' }, role)), words),
            body);
        draw();
        return details;

        /** @param {Choice | undefined} choice */
        function choose(choice) {
            if (choice) where[column.name] = choice;
            else delete where[column.name];
            say();
            changed();
        }

        function say() {
            words.textContent = choiceInWords(where[column.name]);
            details.classList.toggle('active', column.name in where);
            reset.hidden = !(column.name in where);
        }

        function draw() {
            body.replaceChildren(control(), reset);
            say();
        }

        function control() {
            const choice = where[column.name];
            if (!column.missing) return valueControl(column, choice, choose);
            return withMissing(column.name, choice, choose, (values, changed) => valueControl(column, values, changed));
        }
    }
}

/**
 * Numbers and dates are chosen by a range, all else from a tree; where numbers or dates have a hierarchy, by either.
 * @param {Column} column @param {Choice | undefined} choice @param {(choice: Choice | undefined) => void} changed
 */
function valueControl(column, choice, changed) {
    const tree = treeOf(column);
    const ranged = ['number', 'date', 'timestamp'].includes(column.kind);
    if (!ranged) return treeControl(column, tree, choice, changed);
    if (!tree.some(({ children }) => children.length > 0)) return rangeControl(column, choice, changed);

    const name = freshId('way');
    const place = h('div');
    const show = (/** @type {boolean} */ byRange, /** @type {Choice | undefined} */ now) =>
        place.replaceChildren(byRange ? rangeControl(column, now, changed) : treeControl(column, tree, now, changed));
    // Ages in a hierarchy of intervals are ranges all the same; zip codes in one of prefixes are names.
    const ofIntervals = tree.every(({ label }) => label.startsWith('['));
    const startsByRange = choice ? !choice.in : ofIntervals;
    const ways = [['By range', true], ['From a list', false]].map(([words, byRange]) => h('label', {},
        h('input', { type: 'radio', name, checked: byRange === startsByRange,
                     change: () => { show(Boolean(byRange), undefined); changed(undefined); } }),
        h('span', {}, String(words))));
    show(startsByRange, choice);
    return h('div', {}, h('div', { class: 'ways', role: 'radiogroup', 'aria-label': `How to choose ${column.name}` }, ...ways), place);
}
