// @ts-check
// Talks to the server: one call per path of /api/v1/openapi.json. The token is kept for this tab alone and is sent in a header,
// never in an address.

/**
 * @typedef {import('./types').Schema} Schema
 * @typedef {import('./types').CountAnswer} CountAnswer
 * @typedef {import('./types').TableAnswer} TableAnswer
 * @typedef {import('./types').ViewQuestion} ViewQuestion
 */

const tokenKey = 'scrim.token';
const patience = 30_000;  // milliseconds

export const token = {
    get: () => sessionStorage.getItem(tokenKey) ?? '',
    /** @param {string} value */
    set: value => sessionStorage.setItem(tokenKey, value),
    forget: () => sessionStorage.removeItem(tokenKey),
};

/** What went wrong, with one of the codes of the contract, or "unreachable". */
export class ApiError extends Error {
    /** @param {string} code @param {string} message */
    constructor(code, message) {
        super(message);
        this.code = code;
    }

    /** The question may be good; the server cannot answer it now. */
    get passing() {
        return ['unreachable', 'timeout', 'rate_limited', 'overloaded', 'draining', 'internal'].includes(this.code);
    }
}

/** For an error that does not say its code, as those of a proxy in between. @param {number} status */
function codeOf(status) {
    /** @type {Record<number, string>} */
    const codes = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 413: 'too_large', 429: 'rate_limited',
                    502: 'overloaded', 503: 'overloaded', 504: 'timeout' };
    return codes[status] ?? (status >= 500 ? 'internal' : 'bad_request');
}

/** @param {Response} response */
async function errorOf(response) {
    const body = await response.json().catch(() => null);
    const error = body?.error ?? {};
    return new ApiError(error.code ?? codeOf(response.status), error.message ?? `The server answers with ${response.status}.`);
}

/**
 * @param {string} path @param {object} [body] a question to post; without it the path is read
 * @param {{signal?: AbortSignal, accept?: string}} [options]
 */
async function call(path, body, { signal, accept = 'application/json' } = {}) {
    /** @type {Record<string, string>} */
    const headers = { Accept: accept };
    if (body) headers['Content-Type'] = 'application/json';
    if (token.get()) headers.Authorization = `Bearer ${token.get()}`;
    const limit = AbortSignal.timeout(patience);
    try {
        const response = await fetch(`/api/v1/${path}`, {
            method: body ? 'POST' : 'GET',
            body: body && JSON.stringify(body),
            headers,
            cache: 'no-store',
            credentials: 'omit',
            signal: signal ? eitherOf(signal, limit) : limit,
        });
        if (!response.ok) throw await errorOf(response);
        if (accept === 'text/csv') return { text: await response.text(), more: response.headers.get('Scrim-More') === 'true' };
        return await response.json();
    } catch (error) {
        if (error instanceof ApiError || signal?.aborted) throw error;
        if (limit.aborted) throw new ApiError('timeout', 'The server took too long.');
        throw new ApiError('unreachable', 'The server does not answer.');
    }
}

/** @param {AbortSignal} one @param {AbortSignal} other */
function eitherOf(one, other) {
    const both = new AbortController();
    for (const signal of [one, other]) {
        if (signal.aborted) both.abort();
        signal.addEventListener('abort', () => both.abort(), { once: true });
    }
    return both.signal;
}

/** @returns {Promise<Schema>} */
export const readSchema = () => call('schema');
/** @param {import('./types').CountQuestion} question @param {AbortSignal} [signal] @returns {Promise<CountAnswer>} */
export const count = (question, signal) => call('count', question, { signal });
/** @param {import('./types').GroupQuestion} question @param {AbortSignal} [signal] @returns {Promise<TableAnswer>} */
export const group = (question, signal) => call('group', question, { signal });
/** @param {import('./types').SqlQuestion} question @returns {Promise<TableAnswer>} */
export const sql = question => call('sql', question);
/** @param {import('./types').NoisyQuestion} question @param {AbortSignal} [signal] @returns {Promise<import('./types').NoisyPrice>} */
export const noisyPrice = (question, signal) => call('noisy/price', question, { signal });
/** @param {import('./types').NoisyQuestion} question @returns {Promise<import('./types').NoisyAnswer>} */
export const noisyAnswer = question => call('noisy', question);
/** @returns {Promise<{views: import('./types').View[]}>} */
export const readViews = () => call('views');
/** @param {string} name @param {ViewQuestion} question @param {AbortSignal} [signal] @returns {Promise<import('./types').ViewRows>} */
export const viewRows = (name, question, signal) => call(`views/${encodeURIComponent(name)}/rows`, question, { signal });
/** With `more` where not all rows are in it. @param {string} name @param {ViewQuestion} question @returns {Promise<{text: string, more: boolean}>} */
export const viewCsv = (name, question) => call(`views/${encodeURIComponent(name)}/rows`, question, { accept: 'text/csv' });
