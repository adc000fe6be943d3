import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { demoAdmin } from '../lib/commands/demo.ts'
import { browser, widths } from './support/browser.ts'
import { startServer } from './support/process.ts'

// npm run pictures [-- NAME …]: takes the pictures of docs/images anew, all or some, from the demo as it is today.

type Picture = { path: string; width?: number; height?: number; isDark?: boolean }

const pictures: Record<string, Picture> = {
  home: { path: '/' },
  term: { path: '/t/crate%20day' },
  review: { path: '/review' },
  admin: { path: '/admin', isDark: true },
  phone: { path: '/t/slo', width: widths.narrow, height: 844, isDark: true },
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(pictures)
const directory = await mkdtemp(join(tmpdir(), 'glossary-pictures-'))
const server = await startServer({ SERVICE_DATA_DIR: directory, TMPDIR: tmpdir() }, 'demo')
const chromium = await browser()
try {
  for (const name of names) {
    const picture = pictures[name]
    if (!picture) throw new Error(`there is no picture "${name}", only ${Object.keys(pictures).join(', ')}`)
    await take(picture, fileURLToPath(new URL(`../docs/images/${name}.png`, import.meta.url)))
  }
} finally {
  await chromium.close()
  await server.stop()
  await rm(directory, { recursive: true })
}

async function take({ path, width = widths.wide, height = 860, isDark = false }: Picture, file: string) {
  const colorScheme = isDark ? 'dark' : 'light'
  const page: Page = await chromium.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  await page.goto(`${server.url}/auth/dev/login?email=${demoAdmin}`)
  await page.goto(server.url + path, { waitUntil: 'networkidle' })
  await page.locator('.banner').evaluate((banner) => banner.remove())
  await page.screenshot({ path: file })
  await page.close()
}
