// @ts-check
// The page to count people: holds the question, asks it whenever it changes, and hands the answers to be shown.

import { count, group } from './api.js';
import { setStale, showCount, showProblem, showPromise } from './answers.js';
import { conditionCards } from './conditions.js';
import { copyLink } from './copy_link.js';
import { byId, debounced, grouped, h } from './dom.js';
import { hatching } from './interval.js';
import { keep, openKept } from './kept.js';
import { linkOf, noConditions, questionFrom } from './question.js';
import { handle, hideBanner, openSession, showMessage } from './session.js';
import { followSql, openSqlBox } from './sql_box.js';
import { questionInWords } from './words.js';

/**
 * @typedef {import('./types').Schema} Schema
 * @typedef {import('./types').StatDb} StatDb
 * @typedef {import('./types').Question} Question
 */

/** @type {Schema} */
let schema;
/** @type {Question} */
let question;
/** @type {import('./types').Kept | null} */
let latest = null;
/** @type {AbortController | null} */
let running = null;

const askSoon = debounced(150, () => void ask());

document.body.append(hatching());
byId('reset').onclick = () => begin({ statdb: question.statdb, where: noConditions() });
byId('keep').onclick = () => latest && keep(latest);
byId('copy').onclick = () => copyLink(byId('copy'), byId('copy-place'));
openKept();
openSqlBox(() => ({ statdb: question.statdb, framework: question.framework }));
window.addEventListener('hashchange', () => schema?.statdbs.length > 0 && readLink());
await openSession(opened => {
    schema = { ...opened, statdbs: withoutNoise(opened.statdbs) };
    const empty = schema.statdbs.length === 0;
    byId('no-statdb').hidden = !empty;
    byId('desk').hidden = empty;
    if (!empty) readLink();
});

/** Those that answer without noise; the others have a page of their own. @param {StatDb[]} statdbs */
function withoutNoise(statdbs) {
    return statdbs.map(statdb => ({ ...statdb, frameworks: statdb.frameworks.filter(name => name !== 'dp') }))
        .filter(({ frameworks }) => frameworks.length > 0);
}

function readLink() {
    const { question: said, problem } = questionFrom(location.hash, schema);
    if (problem) showMessage(problem);
    begin(said);
}

/** Shows the controls for a question and asks it. @param {Question} start */
function begin(start) {
    question = start;
    const statdb = current();
    byId('statdb-field').hidden = schema.statdbs.length < 2;
    byId('statdb').replaceChildren(...schema.statdbs.map(({ name, records }) =>
        h('option', { value: name, selected: name === statdb.name }, records === null ? name : `${name} (${grouped(records)} people)`)));
    byId('statdb').onchange = () => begin({ statdb: byId('statdb').value, where: noConditions() });
    byId('cards').replaceChildren(...conditionCards(statdb, question.where, changed));
    drawGrouping(statdb);
    drawFrameworks(statdb);
    changed();
}

/** @returns {StatDb} */
function current() {
    return schema.statdbs.find(({ name }) => name === question.statdb) ?? schema.statdbs[0];
}

/** @param {StatDb} statdb */
function drawGrouping(statdb) {
    byId('by').replaceChildren(h('option', { value: '' }, 'nothing'),
        ...statdb.quasi_identifiers.map(({ name }) => h('option', { value: name, selected: name === question.by }, name)));
    byId('by').onchange = () => {
        question.by = byId('by').value || undefined;
        delete question.level;
        drawLevels(statdb);
        changed();
    };
    drawLevels(statdb);
}

/** @param {StatDb} statdb */
function drawLevels(statdb) {
    const column = statdb.quasi_identifiers.find(({ name }) => name === question.by);
    byId('level-field').hidden = !column || column.levels.length < 2;
    byId('level').replaceChildren(...(column?.levels ?? []).map((level, i) =>
        h('option', { value: i, selected: i === (question.level ?? 0) }, levelInWords(level, i))));
    byId('level').onchange = () => {
        question.level = Number(byId('level').value) || undefined;
        changed();
    };
}

/** "values (7)", "level 1 (3): 8851*, …". @param {import('./types').Level} level @param {number} i */
function levelInWords({ values, labels }, i) {
    const example = i > 0 && labels?.length ? `: ${labels[0].label}${labels.length > 1 ? ', …' : ''}` : '';
    return `${i === 0 ? 'values' : `level ${i}`} (${grouped(values)})${example}`;
}

/** @param {StatDb} statdb */
function drawFrameworks({ frameworks }) {
    /** @type {Record<string, string>} */
    const titles = { anatomy: 'may be learned: narrow answers', generalization: 'stays hidden: wider answers' };
    byId('framework-field').hidden = frameworks.length < 2;
    byId('framework').replaceChildren(...frameworks.map(name =>
        h('option', { value: name, selected: name === (question.framework ?? frameworks[0]) }, titles[name] ?? name)));
    byId('framework').onchange = () => {
        const chosen = byId('framework').value;
        question.framework = chosen === frameworks[0] ? undefined : chosen;
        changed();
    };
}

/** The question is another one: into the address with it, and ask. */
function changed() {
    const link = linkOf(question, schema);
    history.replaceState(null, '', `${location.pathname}${link}`);
    byId('reset').disabled = Object.keys(question.where).length === 0 && !question.by && !question.framework;
    latest = null;
    byId('keep').disabled = true;
    if (!question.by) byId('groups').hidden = true;
    askSoon();
}

/** Asks the question as it is now. What is answered too late, after another question, is dropped. */
async function ask() {
    running?.abort();
    const turn = running = new AbortController();
    const { statdb, where, by, level, framework } = structuredClone(question);
    const words = questionInWords({ statdb, where });
    const link = linkOf(question, schema);
    const slow = setTimeout(() => setStale(true), 400);
    const [counting, grouping] = await Promise.allSettled([
        count({ statdb, where, framework }, turn.signal),
        by ? group({ statdb, where, framework, by, level }, turn.signal) : null,
    ]);
    const groups = by ? await import('./groups.js') : null;
    clearTimeout(slow);
    if (turn !== running) return;
    for (const outcome of [counting, grouping])
        if (outcome.status === 'rejected' && (outcome.reason.passing || outcome.reason.code === 'unauthorized')) {
            setStale(true);
            handle(outcome.reason, ask);
            return;
        }
    hideBanner();
    if (counting.status === 'fulfilled') {
        showCount(counting.value, words);
        showPromise(counting.value);
        followSql(counting.value.sql);
        latest = { answer: counting.value, words, statdb, link };
    } else {
        showProblem(counting.reason.message);
    }
    byId('keep').disabled = !latest;
    if (grouping.status === 'rejected') {
        // The same problem twice would be one too many.
        if (latest) groups?.showGroupProblem(grouping.reason.message);
    } else if (grouping.value) {
        groups?.showGroups(grouping.value, level ? `${by}, level ${level}` : String(by), words);
        followSql(grouping.value.sql);
    }
}
