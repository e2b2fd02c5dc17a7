// @ts-check
// Answers that were kept, side by side on one scale. They last as long as the tab.

import { byId, grouped, h } from './dom.js';
import { csvOf, saveCsv } from './csv.js';
import { plainBar, roundUp } from './interval.js';

/** @typedef {import('./types').Kept} Kept */

const storageKey = 'scrim.kept';

/** @type {Kept[]} */
let kept = [];

/** Shows what was kept before the page was loaded. */
export function openKept() {
    try {
        const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
        kept = Array.isArray(stored) ? stored : [];
    } catch {
        kept = [];
    }
    byId('kept-csv').onclick = save;
    byId('kept-clear').onclick = () => change([]);
    draw();
}

/** @param {Kept} entry */
export function keep(entry) {
    change([...kept, entry]);
}

/** @param {Kept[]} entries */
function change(entries) {
    kept = entries;
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
    draw();
}

function draw() {
    const greatest = roundUp(Math.max(1, ...kept.map(({ answer }) => answer.upper.value)));
    const several = new Set(kept.map(({ statdb }) => statdb)).size > 1;
    byId('kept').hidden = kept.length === 0;
    byId('kept-list').replaceChildren(...kept.map((entry, i) => h('li', { class: 'kept' },
        h('p', { class: 'sentence' }, entry.answer.sentence),
        plainBar(entry.answer.lower.value, entry.answer.upper.value, greatest, `${entry.answer.sentence}, on a scale from 0 to ${grouped(greatest)}`),
        h('p', { class: 'scale', 'aria-hidden': 'true' }, h('span', {}, '0'), h('span', {}, grouped(greatest))),
        h('p', { class: 'note' }, several ? `${entry.statdb}: ${entry.words}` : entry.words),
        h('p', { class: 'tools' },
            h('a', { href: entry.link || '#', 'aria-label': `Ask again: ${entry.words}` }, 'Ask again'),
            h('button', { type: 'button', class: 'plain small', 'aria-label': `Remove: ${entry.words}`,
                          click: () => change(kept.filter((_, j) => j !== i)) }, 'Remove')))));
}

function save() {
    saveCsv('kept-answers.csv', csvOf([['database', 'question', 'at least', 'at most', 'of', 'm', 'framework', 'sql'],
        ...kept.map(({ statdb, words, answer: { lower, upper, records, m, framework, sql } }) =>
            [statdb, words, lower.exact, upper.exact, records, m, framework, sql])]));
}
