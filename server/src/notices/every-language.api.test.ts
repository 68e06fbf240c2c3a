import { afterAll, beforeAll, expect, test } from 'vitest'
import { englishLeft } from '../../../scripts/english/english-left.ts'
import { inTransaction } from '#core/ctx.ts'
import { dictionary } from '#core/texts.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { mailLanguage, sendFormatted } from './mail/send.ts'
import type { TemplateName } from './mail/template-values.ts'
import { mailTemplates } from './mail/templates.ts'
import { isTemplate, renderNotice } from './notice-templates.ts'

const languages = ['bn', 'hi', 'kn', 'mr', 'ta', 'te']
const templates = Object.keys(mailTemplates) as TemplateName[]
/** What people and programmes have written; a nudge has no other words. */
const allowed = { units: new Set<string>(), words: new Set(['Asha']), passages: '' }

/** A number for every value that a text of the product names. */
const valueNames = Object.values(dictionary('en')).flatMap((text) => [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))
const values = { ...Object.fromEntries(valueNames.map((name) => [name, '7'])), name: 'Asha' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
})
afterAll(() => server.stop())

test.each(languages)('[NAV-06] no mail has English in %s', async (language) => {
  const to = `reader-${language}@saathi.example`
  await inTransaction(server.app.world, server.app.log, async (ctx) => {
    for (const template of templates) await sendFormatted(ctx, { to, template, language, values, path: '/' })
  })
  const mails = await server.db.selectFrom('mail').select(['subject', 'text', 'html']).where('to_address', '=', to).execute()
  expect(mails).toHaveLength(templates.length)
  const shown = mails.flatMap(({ subject, text, html }) => [subject, ...text.split('\n'), ...wordsOf(html)])
  expect(shown.flatMap((words) => englishLeft(words, allowed))).toEqual([])
  expect(templates.filter((template) => mailLanguage(template, language) !== language)).toEqual([])
})

/** What a mail program shows of the HTML. */
const wordsOf = (html: string): string[] => html.replaceAll(/<style>.*?<\/style>/gs, '').split(/<[^>]*>/)

test.each(languages)('[NAV-06] no notice and no push has English in %s', (language) => {
  const notices = templates.filter(isTemplate).flatMap((template) =>
    (['list', 'push'] as const).flatMap((as) => {
      const row = { id: 1, kind: 'account', template, values, link: null, createdAt: new Date(0), readAt: null, topic: null }
      return renderNotice(language, row, { names: new Map(), as })
    }),
  )
  expect(notices.length).toBeGreaterThan(120)
  expect(notices.flatMap(({ title, text }) => [title, text]).flatMap((words) => englishLeft(words, allowed))).toEqual([])
})
