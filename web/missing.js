// @ts-check
// A choice of values, with a checkbox for those that have none.

import { h } from './dom.js';

/** @typedef {import('./types').Choice} Choice */

/**
 * @param {string} name of the column @param {Choice | undefined} choice @param {(choice: Choice | undefined) => void} changed
 * @param {(values: Choice | undefined, changed: (values: Choice | undefined) => void) => HTMLElement} make the control of the values
 * @param {{offered?: boolean}} [options] offered: the checkbox is there before any value is chosen
 * @returns {HTMLElement}
 */
export function withMissing(name, choice, changed, make, { offered = true } = {}) {
    const { missing = false, ...rest } = choice ?? {};
    /** @type {Choice | undefined} */
    let values = Object.keys(rest).length > 0 ? rest : undefined;
    const box = h('input', { type: 'checkbox', checked: missing, change: tell });
    const words = h('span', { class: 'soft' });
    const label = h('label', { class: 'check' }, box, words);
    const control = make(values, now => { values = now; tell(); });
    say();
    return h('div', { class: 'or-missing' }, control, label);

    function say() {
        words.textContent = values ? 'also those with no value' : 'only those with no value';
        box.setAttribute('aria-label', `${name}: ${words.textContent}`);
        label.hidden = !offered && !values && !box.checked;
    }

    function tell() {
        say();
        changed(box.checked ? { ...values, missing: true } : values);
    }
}
