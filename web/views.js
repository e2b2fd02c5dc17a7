// @ts-check
// The page of anonymization views: picks a view, a purpose and recipient, columns and filters, and shows generalized rows.

import { readViews, viewCsv, viewRows } from './api.js';
import { copyLink } from './copy_link.js';
import { saveCsv } from './csv.js';
import { byId, debounced, grouped, h } from './dom.js';
import { fragmentOf, noConditions, readFragment, whereFrom } from './question.js';
import { handle, hideBanner, openSession, showMessage } from './session.js';
import { viewFilter } from './view_filter.js';
import { counted } from './words.js';

/**
 * @typedef {import('./types').View} View
 * @typedef {import('./types').ViewRows} ViewRows
 * @typedef {import('./types').Grant} Grant
 * @typedef {{view: string, purpose: string, recipient: string, columns?: string[], where: import('./types').Where, offset: number}} Question
 */

const pageSize = 100;

/** @type {View[]} */
let views = [];
let isOwner = false;  // who may read for any purpose and recipient
/** @type {Question} */
let question;
/** @type {AbortController | null} */
let running = null;

const askSoon = debounced(150, () => void ask());

byId('copy').onclick = () => copyLink(byId('copy'), byId('copy-place'));
byId('csv').onclick = exportCsv;
byId('reset').onclick = () => begin({ ...question, columns: undefined, where: noConditions(), offset: 0 });
byId('previous').onclick = () => turnPage(-pageSize);
byId('next').onclick = () => turnPage(pageSize);
window.addEventListener('hashchange', () => views.length > 0 && readLink());
await openSession(({ role }) => {
    isOwner = role === 'owner';
    void openViews();
});

async function openViews() {
    try {
        ({ views } = await readViews());
    } catch (error) {
        const problem = handle(error, openViews);
        if (problem) showMessage(problem.message);
        return;
    }
    hideBanner();
    views = views.filter(({ grants }) => grants.length > 0);
    byId('no-views').hidden = views.length > 0;
    byId('desk').hidden = views.length === 0;
    if (views.length === 0) return;
    readLink();
    // On a phone the rows would be far below them.
    byId('filters-place').open = !matchMedia('(max-width: 52rem)').matches || Object.keys(question.where).length > 0;
}

/** The question of the address, as far as there is such a view. */
function readLink() {
    const said = readFragment(location.hash);
    if (said === undefined) showMessage('The link cannot be read: it may have been cut off. Here is the first view.');
    /** @type {string[]} */
    const ignored = [];
    const view = views.find(({ name }) => name === said?.view) ?? views[0];
    if (said?.view !== undefined && said.view !== view.name) ignored.push(`the view '${said.view}'`);
    const asked = { purpose: String(said?.purpose ?? ''), recipient: String(said?.recipient ?? '') };
    const allowed = said !== null && said !== undefined && (isOwner || view.grants.some(grant => isSame(grant, asked)));
    if (said && !allowed) ignored.push(`reading for ${grantInWords(asked)}`);
    const columns = Array.isArray(said?.columns) ? view.columns.map(({ name }) => name).filter(name => said.columns.includes(name)) : undefined;
    const offset = Number.isInteger(said?.offset) && said?.offset > 0 ? said?.offset : 0;
    const where = whereFrom(said?.where, view.columns, ignored);
    if (ignored.length > 0) showMessage(`Not everything in the link is known here; left out: ${ignored.join(', ')}.`);
    begin({ view: view.name, ...(allowed ? asked : view.grants[0]), columns: columns?.length ? columns : undefined, where, offset });
}

/** @returns {View} */
const current = () => views.find(({ name }) => name === question.view) ?? views[0];

/** @param {Grant} one @param {Grant} other */
const isSame = (one, other) => one.purpose === other.purpose && one.recipient === other.recipient;

/** "research, for lab", "research", "no purpose". @param {Grant} grant */
const grantInWords = ({ purpose, recipient }) => `${purpose || 'no purpose'}${recipient && `, for ${recipient}`}`;

/** Shows the controls for a question and asks it. @param {Question} start */
function begin(start) {
    question = start;
    const view = current();
    byId('view').replaceChildren(...views.map(({ name }) => h('option', { value: name, selected: name === view.name }, name)));
    byId('view').onchange = () => {
        const chosen = views.find(({ name }) => name === byId('view').value) ?? views[0];
        begin({ view: chosen.name, ...chosen.grants[0], where: noConditions(), offset: 0 });
    };
    drawGrants(view);
    byId('columns').replaceChildren(...view.columns.map(({ name }) => h('label', { class: 'check' },
        h('input', { type: 'checkbox', value: name, checked: question.columns?.includes(name) ?? true, change: columnsChanged }),
        h('span', {}, name))));
    byId('filters').replaceChildren(...view.columns.map(column => viewFilter(column, question.where, () => changed())));
    changed(question.offset);
}

/** What is granted, and for owners two fields for any other purpose and recipient. @param {View} view */
function drawGrants({ grants }) {
    const at = grants.findIndex(grant => isSame(grant, question));
    byId('grant').replaceChildren(...grants.map((grant, i) => h('option', { value: i, selected: i === at }, grantInWords(grant))));
    if (isOwner) byId('grant').append(h('option', { value: -1, selected: at < 0 }, 'another one …'));
    byId('grant').onchange = () => {
        const chosen = grants[Number(byId('grant').value)];
        byId('other-grant').hidden = chosen !== undefined;
        if (!chosen) return byId('purpose').focus();
        Object.assign(question, chosen);
        changed();
    };
    byId('other-grant').hidden = at >= 0;
    for (const part of /** @type {const} */ (['purpose', 'recipient'])) {
        byId(part).value = at < 0 ? question[part] : '';
        byId(part).oninput = typed;
    }

    function typed() {
        Object.assign(question, { purpose: byId('purpose').value.trim(), recipient: byId('recipient').value.trim() });
        changed();
    }
}

function columnsChanged() {
    const boxes = /** @type {HTMLInputElement[]} */ ([...byId('columns').querySelectorAll('input')]);
    const checked = boxes.filter(box => box.checked).map(box => box.value);
    byId('columns-hint').hidden = checked.length > 0;
    if (checked.length === 0) return;
    question.columns = checked.length === boxes.length ? undefined : checked;
    changed();
}

/** @param {number} step */
function turnPage(step) {
    changed(Math.max(0, question.offset + step));
    byId('rows').scrollIntoView({ block: 'nearest' });
}

/** The question is another one: from its first row, unless said otherwise. */
function changed(offset = 0) {
    question.offset = offset;
    byId('csv-note').hidden = true;
    history.replaceState(null, '', `${location.pathname}${fragmentOf({ ...question, offset: offset || undefined })}`);
    askSoon();
}

function asked() {
    const { purpose, recipient, columns, where } = structuredClone(question);
    return { purpose, recipient, columns, where };
}

async function ask() {
    running?.abort();
    const turn = running = new AbortController();
    const { view, offset } = question;
    const slow = setTimeout(() => byId('result').classList.add('stale'), 400);
    try {
        const answer = await viewRows(view, { ...asked(), limit: pageSize, offset }, turn.signal);
        if (turn !== running) return;
        hideBanner();
        showProblem('');
        showRows(answer, offset);
    } catch (error) {
        if (turn !== running) return;
        byId('result').classList.add('stale');
        const problem = handle(error, ask);
        if (problem) showProblem(problem.message);
    } finally {
        clearTimeout(slow);
    }
}

/** @param {string} words */
function showProblem(words) {
    byId('problem').textContent = words;
    byId('problem').hidden = words === '';
    byId('result').classList.toggle('stale', words !== '');
}

/** @param {ViewRows} answer @param {number} offset */
function showRows({ columns, rows, more, sql }, offset) {
    const part = `Rows ${grouped(offset + 1)} to ${grouped(offset + rows.length)}${more ? '; there are more' : ''}.`;
    const whole = rows.length === 0 ? 'No row may satisfy this.' : `${counted(rows.length, 'row')}.`;
    byId('rows-words').textContent = rows.length > 0 && (offset > 0 || more) ? part : whole;
    byId('pager').hidden = offset === 0 && !more;
    byId('previous').disabled = offset === 0;
    byId('next').disabled = !more;
    byId('csv').disabled = rows.length === 0;
    const style = (/** @type {number} */ i) => (['number', 'interval'].includes(columns[i]?.kind) ? 'label' : '');
    byId('rows').replaceChildren(h('table', {},
        h('thead', {}, h('tr', {}, ...columns.map(({ name }) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, ...rows.map(row => h('tr', {}, ...row.map((cell, i) => h('td', { class: style(i) }, shown(cell))))))));
    byId('rows').hidden = rows.length === 0;
    byId('sql').textContent = sql ?? '';
    byId('sql-place').hidden = !sql;
}

/** A value, or the mark of a hidden one. @param {import('./types').Scalar} cell */
function shown(cell) {
    if (cell !== null && cell !== '*') return String(cell);
    return h('span', { class: 'hidden-mark', title: 'hidden' },
        h('span', { 'aria-hidden': 'true' }, '∗'), h('span', { class: 'unseen' }, 'hidden'));
}

async function exportCsv() {
    const { view } = question;
    try {
        const { text, more } = await viewCsv(view, asked());
        saveCsv(`${view}.csv`, text);
        byId('csv-note').hidden = !more;
        hideBanner();
    } catch (error) {
        const problem = handle(error, exportCsv);
        if (problem) showProblem(problem.message);
    }
}
