// @ts-check
// CSV as RFC 4180 has it, with empty text as "" and a missing value as nothing; and files made in the browser.

import { h } from './dom.js';

/** @typedef {string | number | null} Cell */

/**
 * A text that a spreadsheet would take for a formula gets a ' in front; numbers, also negative ones, stay as they are.
 * @param {Cell} cell
 */
function field(cell) {
    if (cell === null) return '';
    if (cell === '') return '""';
    let text = String(cell);
    if (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)) text = `'${text}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Cell[][]} rows the first are the headings */
export function csvOf(rows) {
    return rows.map(row => `${row.map(field).join(',')}\r\n`).join('');
}

/** Saves a text as a file of the person who asks. @param {string} name @param {string} text */
export function saveCsv(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    h('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
