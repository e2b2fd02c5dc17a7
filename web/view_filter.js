// @ts-check
// The filter of a view's column: a range of numbers, true or false, or values with commas between them.

import { freshId, h } from './dom.js';
import { withMissing } from './missing.js';
import { textOf, valuesOf } from './tree_control.js';

/**
 * @typedef {import('./types').ViewColumn} ViewColumn
 * @typedef {import('./types').Choice} Choice
 */

/**
 * `changed` is called after `where` has been changed.
 * @param {ViewColumn} column @param {import('./types').Where} where @param {() => void} changed
 */
export function viewFilter(column, where, changed) {
    const choose = (/** @type {Choice | undefined} */ choice) => {
        if (choice) where[column.name] = choice;
        else delete where[column.name];
        changed();
    };
    return withMissing(column.name, where[column.name], choose, (values, chosen) => valueFilter(column, values, chosen), { offered: false });
}

/** @param {ViewColumn} column @param {Choice | undefined} choice @param {(choice: Choice | undefined) => void} choose */
function valueFilter({ name, kind }, choice, choose) {
    const id = freshId('filter');
    if (kind === 'number' || kind === 'interval') {
        const [from, to] = ['from', 'to'].map(end => h('input', { type: 'number', step: 'any', placeholder: end, 'aria-label': `${name}, ${end}`,
            value: choice?.[/** @type {'from' | 'to'} */ (end)] ?? '', input: () => choose(rangeOf(from.value, to.value)) }));
        return h('fieldset', { class: 'field wide' }, h('legend', {}, name), h('div', { class: 'pair' }, from, to));
    }
    if (kind === 'boolean') {
        const select = h('select', { id, change: () => choose(select.value === '' ? undefined : { in: [select.value === 'true'] }) },
            ...[['', 'any'], ['true', 'true'], ['false', 'false']].map(([value, words]) =>
                h('option', { value, selected: choice !== undefined && String(choice.in?.[0]) === value }, words)));
        return h('div', { class: 'field wide' }, h('label', { for: id }, name), select);
    }
    const typed = () => {
        const values = valuesOf(field.value);
        choose(values.length > 0 ? { in: values } : undefined);
    };
    const field = h('input', { id, type: 'text', autocomplete: 'off', placeholder: 'any, or values with commas',
                               value: textOf(choice?.in ?? []), input: typed });
    return h('div', { class: 'field wide' }, h('label', { for: id }, name), field);
}

/** @param {string} from @param {string} to @returns {Choice | undefined} */
function rangeOf(from, to) {
    if (from === '' && to === '') return undefined;
    return { ...(from !== '' && { from: Number(from) }), ...(to !== '' && { to: Number(to) }) };
}
