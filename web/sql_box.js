// @ts-check
// The question in SQL. The text follows the question until it is edited; then it is a question of its own.

import { sql } from './api.js';
import { byId, h, put } from './dom.js';
import { handle, hideBanner } from './session.js';
import { intervalInFigures, intervalInWords, noValue } from './words.js';

/** @typedef {import('./types').TableAnswer} TableAnswer */

let followed = '';
let edited = false;
let asked = 0;

/** @param {() => {statdb: string, framework?: string}} whom what the question is put to */
export function openSqlBox(whom) {
    const text = byId('sql');
    const run = async () => {
        const turn = ++asked;
        showing(h('p', { class: 'note' }, 'Asking …'));
        try {
            const answer = await sql({ ...whom(), sql: text.value });
            if (turn !== asked) return;
            hideBanner();
            showing(result(answer), answer.note && h('p', { class: 'note' }, answer.note));
        } catch (error) {
            if (turn !== asked) return;
            const problem = handle(error, run);
            showing(problem && h('p', { class: 'problem', role: 'alert' }, problem.message));
        }
    };
    text.oninput = () => setEdited(text.value !== followed);
    text.onkeydown = (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
    };
    byId('sql-run').onclick = run;
    byId('sql-back').onclick = () => {
        ++asked;
        setEdited(false);
        text.value = followed;
        showing();
    };
}

/** The SQL of the question above. @param {string} text */
export function followSql(text) {
    followed = text;
    if (edited) return;
    if (byId('sql').value !== text) showing();
    byId('sql').value = text;
}

/** @param {boolean} now */
function setEdited(now) {
    edited = now;
    byId('sql-back').hidden = !now;
}

/** @param {import('./dom.js').Child[]} children */
const showing = (...children) => put(byId('sql-result'), ...children);

/** @param {TableAnswer} answer */
function result(answer) {
    const isCount = (/** @type {number} */ i) => /^count/i.test(answer.values[i] ?? '');
    if (answer.rows.length === 1 && answer.groups.length === 0 && answer.values.length === 1)
        return h('p', { class: 'sentence' }, intervalInWords(answer.rows[0].values[0], isCount(0) ? 'people' : ''));
    return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Answer to the SQL question' }, h('table', {},
        h('thead', {}, h('tr', {},
            ...answer.groups.map(title => h('th', { scope: 'col' }, title)),
            ...answer.values.map(title => h('th', { scope: 'col', class: 'n' }, title)))),
        h('tbody', {}, ...answer.rows.slice(0, 1000).map(row => h('tr', {},
            ...row.groups.map(group => h('th', { scope: 'row' }, group ?? noValue)),
            ...row.values.map(value => h('td', { class: 'n' }, intervalInFigures(value))))))));
}
