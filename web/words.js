// @ts-check
// Questions and intervals in words.

import { grouped } from './dom.js';

/**
 * @typedef {import('./types').Choice} Choice
 * @typedef {import('./types').Interval} Interval
 * @typedef {import('./types').Question} Question
 */

/** Of groups and conditions that a value is missing from. */
export const noValue = 'no value';

/** "any", "30 to 50", "flu, asthma", "30 to 50, or no value". @param {Choice | undefined} choice @returns {string} */
export function choiceInWords(choice, joint = ', ') {
    if (!choice) return 'any';
    const { missing, ...values } = choice;
    const named = Object.keys(values).length > 0;
    if (missing) return named ? `${choiceInWords(values, joint)}${values.in ? joint : ', or '}${noValue}` : noValue;
    if (values.in) return values.in.join(joint);
    const { from, to } = values;
    if (from !== undefined && to !== undefined) return from === to ? String(from) : `${from} to ${to}`;
    if (from === undefined) return typeof to === 'string' ? `until ${to}` : `up to ${to}`;
    return typeof from === 'string' ? `${from} or later` : `${from} or more`;
}

/** "age 30 to 50; disease flu or asthma". @param {Question} question */
export function questionInWords(question) {
    const conditions = Object.entries(question.where).map(([column, choice]) => `${column} ${choiceInWords(choice, ' or ')}`);
    return conditions.length > 0 ? conditions.join('; ') : 'everybody';
}

/** "7", "3 – 7", "none". @param {Interval} interval */
export function intervalInFigures({ lower, upper, may_be_none }) {
    if (!lower || !upper) return 'none';
    const figures = lower.exact === upper.exact ? lower.shown : `${lower.shown} – ${upper.shown}`;
    return may_be_none ? `${figures}, or none` : figures;
}

/** "between 3 and 7 people". @param {Interval} interval @param {string} unit "people", or "" for other things than counts */
export function intervalInWords({ lower, upper, may_be_none }, unit) {
    if (!lower || !upper) return 'nothing to aggregate';
    const exact = lower.exact === upper.exact;
    if (unit && exact && lower.value === 0) return 'nobody';
    const noun = unit && exact && lower.value === 1 ? 'person' : unit;
    const figures = exact ? `exactly ${lower.shown}` : `between ${lower.shown} and ${upper.shown}`;
    return `${figures}${noun && ` ${noun}`}${may_be_none ? ', or none' : ''}`;
}

/** "1 group", "12 groups". @param {number} number @param {string} noun */
export function counted(number, noun) {
    return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}
