// @ts-check
// Copies the address of the page, which holds the question. Where the browser does not allow that, shows it to be copied by hand.

import { h } from './dom.js';

/** @param {HTMLButtonElement} button @param {HTMLElement} place where the address is shown if need be */
export async function copyLink(button, place) {
    try {
        await navigator.clipboard.writeText(location.href);
        const words = button.dataset.words ??= button.textContent ?? '';
        button.textContent = 'Copied';
        setTimeout(() => { button.textContent = words; }, 2000);
    } catch {
        const field = h('input', { type: 'text', readonly: true, value: location.href, 'aria-label': 'Link to this question' });
        place.replaceChildren(field);
        field.select();
    }
}
