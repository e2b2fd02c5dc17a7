// Opens a report in Chromium, light and dark, wide, on a phone and on paper: it must be whole without a network, fit the
// screen, and show every picture. Usage: node report_test.mjs REPORT.html OUTDIR
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [report, folder] = process.argv.slice(2);
if (!report || !folder) {
    console.error('usage: node report_test.mjs REPORT.html OUTDIR');
    process.exit(2);
}
const address = pathToFileURL(resolve(report)).href;
const name = basename(report, '.html');
mkdirSync(folder, { recursive: true });

const screens = [
    { label: 'light', colorScheme: 'light', viewport: { width: 1100, height: 900 } },
    { label: 'dark', colorScheme: 'dark', viewport: { width: 1100, height: 900 } },
    { label: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
    { label: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    { label: 'print', colorScheme: 'dark', viewport: { width: 794, height: 1123 }, media: 'print' },
];

const failures = [];
const expect = (holds, words) => {
    if (!holds) failures.push(words);
};

// What is wrong with the page as it is laid out now.
function faults() {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > window.innerWidth) found.push(`is ${root.scrollWidth} px wide, the screen ${window.innerWidth}`);
    const pictures = [...document.querySelectorAll('svg')];
    if (pictures.length === 0) found.push('has no picture');
    for (const svg of pictures) {
        const title = svg.querySelector(':scope > title')?.textContent ?? '';
        const { width, height } = svg.getBoundingClientRect();
        if (width <= 0 || height <= 0) found.push(`has a picture of size 0: ${title}`);
        if (title.trim() === '' || !svg.querySelector(':scope > desc')?.textContent.trim())
            found.push('has a picture without title or description');
        if (svg.getAttribute('role') !== 'img') found.push(`has a picture that is no role=img: ${title}`);
        const texts = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()]);
        texts.forEach(([words, box], i) => {
            if (box.left < 0 || box.right > window.innerWidth) found.push(`draws beyond the screen: ${words}`);
            for (const [others, other] of texts.slice(i + 1))
                if (box.left < other.right && other.left < box.right && box.top + 3 < other.bottom && other.top + 3 < box.bottom)
                    found.push(`draws one text over another: '${words}', '${others}'`);
        });
    }
    const promised = [...document.querySelectorAll('h2, h3')].find(h => h.textContent === 'What is not promised');
    if (!promised || promised.getBoundingClientRect().height <= 0) found.push('does not show what is not promised');
    if (document.querySelectorAll('h1').length !== 1) found.push('has not exactly one h1');
    for (const table of document.querySelectorAll('table'))
        if (!table.querySelector('th[scope=col]')) found.push('has a table without headings');
    return found;
}

// The contrast of every text with the page behind it, by WCAG 2; 4.5 is enough for small text.
function lowContrasts() {
    const channels = color => color.match(/[\d.]+/g).slice(0, 3).map(Number);
    const luminance = color => {
        const [r, g, b] = channels(color).map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const page = getComputedStyle(document.body).backgroundColor;
    const low = new Set();
    for (const element of document.querySelectorAll('main *')) {
        if (![...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())) continue;
        if (['TITLE', 'DESC'].includes(element.tagName.toUpperCase())) continue;
        const style = getComputedStyle(element);
        const drawn = element instanceof SVGElement ? style.fill : style.color;
        const block = element.closest('pre');
        const [a, b] = [luminance(drawn), luminance(block ? getComputedStyle(block).backgroundColor : page)];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) low.add(`${drawn} has contrast ${contrast.toFixed(2)}`);
    }
    return [...low];
}

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
           '--disable-component-update', '--disable-sync'],
});
try {
    for (const { label, media, ...screen } of screens) {
        const context = await browser.newContext(screen);
        const page = await context.newPage();
        let requests = 0;
        page.on('request', request => { if (request.url() !== address) ++requests; });
        page.on('console', message => expect(!['error', 'warning'].includes(message.type()), `${label}: console: ${message.text()}`));
        page.on('pageerror', error => expect(false, `${label}: ${error.message}`));
        if (media) await page.emulateMedia({ media });
        await page.goto(address, { waitUntil: 'load' });
        expect(requests === 0, `${label}: asks for ${requests} other files`);
        for (const fault of await page.evaluate(faults)) expect(false, `${label}: ${fault}`);
        if (!media) for (const low of await page.evaluate(lowContrasts)) expect(false, `${label}: ${low}`);
        await page.screenshot({ path: join(folder, `${name}-${label}.png`), fullPage: true });
        await context.close();
    }
} finally {
    await browser.close();
}
for (const failure of failures) console.error(`${name}: ${failure}`);
if (failures.length > 0) process.exit(1);
console.log(`${name}: ${screens.length} screens, nothing wrong`);
