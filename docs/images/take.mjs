// Takes the pictures of the README from a demonstration's report and the served page. take.sh runs it.
// Usage: node take.mjs REPORT.html BASE_URL OUTDIR
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [report, base, folder] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
});
async function open(address, width, height) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', colorScheme: 'light' });
    const page = await context.newPage();
    await page.goto(address);
    return page;
}

// Two parts of the report, side by side.
const height = 780;
const page = await open(pathToFileURL(resolve(report)).href, 600, height);
const part = async y => (await page.screenshot({ fullPage: true, clip: { x: 0, y, width: 600, height } })).toString('base64');
const start = await part((await page.locator('h1').boundingBox()).y - 60);
const risks = await part((await page.locator('h2', { hasText: 'Risk before and after' }).boundingBox()).y - 60);
const both = await open('about:blank', 1200, height);
await both.setContent(`<body style="margin: 0; display: flex">${[start, risks].map(png => `<img src="data:image/png;base64,${png}">`).join('')}`);
await both.screenshot({ path: join(folder, 'release-report.png') });

// A count, with its groups.
const served = await open(base, 1200, 830);
async function card(column) {
    const found = served.locator('details.card', { has: served.locator('.name', { hasText: new RegExp(`^${column}`) }) });
    if (!(await found.evaluate(details => details.open))) await found.locator('summary').click();
    return found;
}
const age = await card('age');
await age.getByLabel('age, from', { exact: true }).fill('40');
await age.getByLabel('age, to', { exact: true }).fill('60');
const diagnosis = await card('diagnosis');
await diagnosis.getByLabel('Respiratory', { exact: true }).check();
await diagnosis.locator('summary').click();
await served.locator('#by').selectOption('occupation');
await served.locator('#level').selectOption({ index: 1 });
await served.locator('h2, h3', { hasText: 'By occupation, level 1' }).waitFor();
await served.waitForTimeout(1000);  // milliseconds; until the bars are drawn
await served.evaluate(() => { document.activeElement.blur(); window.scrollTo(0, 0); });
await served.screenshot({ path: join(folder, 'served-page.png') });
await browser.close();
