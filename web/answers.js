// @ts-check
// Shows the answer to a count: the sentence with its bar, and what is promised.

import { byId, h, put } from './dom.js';
import { answerPicture } from './interval.js';

/**
 * @typedef {import('./types').CountAnswer} CountAnswer
 * @typedef {import('./types').Promises} Promises
 */

/** @param {string} text */
const asSentence = text => {
    const words = text.trim();
    return words && `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
};

/** @param {CountAnswer} answer @param {string} words the question in words */
export function showCount(answer, words) {
    byId('sentence').textContent = answer.sentence;
    byId('question-words').textContent = words;
    byId('picture').replaceChildren(answerPicture(answer));
    showProblem('');
}

/** @param {Promises} answer */
export function showPromise(answer) {
    const { m, sure, says, against } = answer.guarantee;
    const facts = [['This answer', asSentence(answer.note ?? '')], ['Against', asSentence(against)]];
    put(byId('promise'),
        h('p', { class: 'certainty' }, asSentence(says.replaceAll('1/m', `1 in ${m}`))),
        h('dl', {}, ...facts.filter(([, words]) => words).flatMap(([title, words]) => [h('dt', {}, title), h('dd', {}, words)])),
        !sure && h('p', {}, 'The truth may lie outside this interval.'));
}

/** Why there is no answer to the question as it is now; the answer before stays, in gray. @param {string} words */
export function showProblem(words) {
    byId('problem').textContent = words;
    byId('problem').hidden = words === '';
    setStale(words !== '');
}

/** Whether what is shown belongs to an earlier question. @param {boolean} stale */
export function setStale(stale) {
    byId('answer').classList.toggle('stale', stale);
    byId('groups').classList.toggle('stale', stale);
    byId('stale-words').hidden = !stale || byId('sentence').textContent === '';
}
