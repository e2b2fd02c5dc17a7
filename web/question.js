// @ts-check
// The question of the count page, and its link: #q= and the question as JSON, in the words of the API. The part of an address after
// the # stays in the browser; it never holds a token or an answer.

/**
 * @typedef {import('./types').Choice} Choice
 * @typedef {import('./types').Where} Where
 * @typedef {import('./types').Scalar} Scalar
 * @typedef {import('./types').Schema} Schema
 * @typedef {import('./types').StatDb} StatDb
 * @typedef {import('./types').Question} Question
 */

/** "#q=…" @param {object} question */
export function fragmentOf(question) {
    const text = encodeURIComponent(JSON.stringify(question));
    return `#q=${text.replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
}

/**
 * What a fragment says: an object; null if it is empty; undefined if it cannot be read.
 * @param {string} fragment
 * @returns {Record<string, any> | null | undefined}
 */
export function readFragment(fragment) {
    if (fragment === '' || fragment === '#') return null;
    if (!fragment.startsWith('#q=')) return undefined;
    try {
        const value = JSON.parse(decodeURIComponent(fragment.slice(3)));
        return isObject(value) ? value : undefined;
    } catch {
        return undefined;
    }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is Scalar} */
const isScalar = value => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Any condition of the API as a range or a list, either with or without missing values; undefined if it is neither.
 * @param {unknown} value
 * @returns {Choice | undefined}
 */
export function choiceFrom(value) {
    if (isScalar(value)) return listFrom([value], false);
    if (Array.isArray(value)) {
        const range = value.length === 2 && value.every(end => typeof end === 'number');
        return range ? { from: value[0], to: value[1] } : listFrom(value, false);
    }
    if (!isObject(value)) return undefined;
    const { missing = false, ...rest } = value;
    if (typeof missing !== 'boolean') return undefined;
    const parts = Object.keys(rest);
    if (parts.length === 0) return missing ? { missing } : undefined;
    if (parts.length === 1 && Array.isArray(rest.in)) return listFrom(rest.in, missing);
    const range = parts.every(part => (part === 'from' || part === 'to') && isScalar(rest[part]) && rest[part] !== null);
    return range ? /** @type {Choice} */ ({ ...rest, ...(missing && { missing }) }) : undefined;
}

/** A null in a list stands for missing values. @param {unknown[]} list @param {boolean} missing @returns {Choice | undefined} */
function listFrom(list, missing) {
    if (list.length === 0 || !list.every(isScalar)) return undefined;
    const values = list.filter(value => value !== null);
    return { ...(values.length > 0 && { in: values }), ...((missing || values.length < list.length) && { missing: true }) };
}

/**
 * No condition yet. An object that inherits nothing: a column may be called __proto__ or constructor.
 * @returns {Where}
 */
export const noConditions = () => Object.create(null);

/**
 * The conditions on these columns; the names of the others are added to `ignored`.
 * @param {unknown} value @param {{name: string}[]} columns @param {string[]} ignored
 * @returns {Where}
 */
export function whereFrom(value, columns, ignored) {
    const where = noConditions();
    if (!isObject(value)) return where;
    for (const [name, condition] of Object.entries(value)) {
        const choice = columns.some(column => column.name === name) ? choiceFrom(condition) : undefined;
        if (choice) where[name] = choice;
        else ignored.push(`the condition on '${name}'`);
    }
    return where;
}

/** @param {StatDb} statdb */
export const columnsOf = statdb => [...statdb.quasi_identifiers, statdb.sensitive];

/**
 * The question of a link, as far as this server knows what it is about.
 * @param {string} fragment @param {Schema} schema with one statistical database or more
 * @returns {{question: Question, problem: string}} with what was ignored, in words
 */
export function questionFrom(fragment, schema) {
    const said = readFragment(fragment);
    if (!said) {
        const problem = said === undefined ? 'The link cannot be read: it may have been cut off. Here is the question from its start.' : '';
        return { question: { statdb: schema.statdbs[0].name, where: noConditions() }, problem };
    }
    /** @type {string[]} */
    const ignored = [];
    const statdb = schema.statdbs.find(({ name }) => name === said.statdb) ?? schema.statdbs[0];
    if (said.statdb !== undefined && said.statdb !== statdb.name) ignored.push(`the database '${said.statdb}'`);
    /** @type {Question} */
    const question = { statdb: statdb.name, where: whereFrom(said.where, columnsOf(statdb), ignored) };
    const by = statdb.quasi_identifiers.find(({ name }) => name === said.by);
    if (by) question.by = by.name;
    else if (said.by !== undefined) ignored.push(`grouping by '${said.by}'`);
    if (by && Number.isInteger(said.level) && said.level > 0 && said.level < by.levels.length) question.level = said.level;
    if (statdb.frameworks.includes(said.framework)) question.framework = said.framework;
    return { question, problem: ignored.length > 0 ? `Not everything in the link is known here; left out: ${ignored.join(', ')}.` : '' };
}

/** The fragment of a question; empty for the question that the page opens with. @param {Question} question @param {Schema} schema */
export function linkOf(question, schema) {
    const { statdb, where, by, level, framework } = question;
    const plain = Object.keys(where).length === 0 && !by && !framework;
    if (plain && statdb === schema.statdbs[0].name) return '';
    const named = schema.statdbs.length > 1 ? { statdb } : {};
    return fragmentOf({ ...named, where, by, level, framework });
}
