import { localeOf } from '@saathi/contract/core/message'
import type { FarewellPaper, MyFarewell } from '@saathi/contract/mentorship/farewell-calls'
import { displayName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import type { PdfPage, PdfText } from '#core/pdf/write-pdf.ts'
import { findText } from '#core/texts.ts'
import type { MemberRow } from '../store.ts'
import { requireFarewell, showFarewell } from './farewell.ts'

/** Loaded with the first paper: its libraries would take part of every start. */
const loadWriter = () => import('#core/pdf/write-pdf.ts')

const colors = { ink: '#12353A', soft: '#4A5F63', teal: '#0F6E6E', marigold: '#E8A317' }

/** Generated on each request in the reader's language: names may change, and texts of people who leave Saathi are deleted. */
export async function getFarewellPaper(
  ctx: Ctx,
  id: number,
  paper: FarewellPaper,
): Promise<{ fileName: string; content: string }> {
  const own = await requireFarewell(ctx, id)
  if (own.farewell.closedAt === null) throw conflict('mentorship.farewell_open')
  const farewell = await showFarewell(ctx, own)
  const draft = { farewell, me: own.membership.me, language: ctx.actor.language, createdAt: own.farewell.closedAt }
  const pdf = paper === 'letter' ? await writeLetter(draft) : await writeCertificate(draft)
  return { fileName: `saathi-${paper}.pdf`, content: pdf.toString('base64') }
}

type Draft = { farewell: MyFarewell; me: MemberRow; language: string; createdAt: Date }

const dayIn = (language: string, time: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(new Date(time))

/** The values used in both papers. */
function valuesOf({ farewell, me, language, createdAt }: Draft) {
  const names = farewell.partners.map(({ name }) => name)
  return {
    name: displayName(me),
    names: new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names),
    programme: farewell.programme,
    from: dayIn(language, farewell.startedAt),
    to: dayIn(language, farewell.closedAt ?? createdAt.toISOString()),
    sessions: farewell.sessions.length,
    meetings: farewell.meetingCount,
  }
}

async function writeCertificate(draft: Draft): Promise<Buffer> {
  const { me, language, createdAt } = draft
  const t = findText(language)
  const values = valuesOf(draft)
  const title = t('farewell.certificate.title')
  const centred = { isCentred: true, color: colors.soft } as const
  const { writePdf } = await loadWriter()
  return writePdf({ title, language, isLandscape: true, margin: 72, createdAt }, decorateCertificate, ({ addText, addSpace }) => {
    addSpace(14)
    addText('Saathi', { ...centred, size: 22, weight: 600, color: colors.teal, gapAfter: 26 })
    addText(title, { ...centred, size: 40, weight: 600, color: colors.ink, gapAfter: 18 })
    addText(t('farewell.certificate.for'), { ...centred, size: 16, gapAfter: 4 })
    addText(values.name, { ...centred, size: 36, weight: 600, color: colors.teal, gapAfter: 14 })
    const part = me.part === 'mentor' ? 'mentor' : 'mentee'
    addText(t(`farewell.certificate.${part}`, values), { ...centred, size: 18, color: colors.ink, gapAfter: 10 })
    addText(t('farewell.certificate.time', values), { ...centred, size: 16 })
    if (values.sessions > 0) addText(t('farewell.sessions', { count: values.sessions }), { ...centred, size: 16 })
    if (values.meetings > 0) addText(t('farewell.meetings', { count: values.meetings }), { ...centred, size: 16 })
    addSpace(18)
    addText(t('farewell.certificate.thanks'), { ...centred, size: 16, color: colors.ink })
  })
}

function decorateCertificate({ doc, width, height }: PdfPage): void {
  doc
    .rect(28, 28, width - 56, height - 56)
    .lineWidth(2)
    .stroke(colors.teal)
  doc
    .rect(36, 36, width - 72, height - 72)
    .lineWidth(0.75)
    .stroke(colors.marigold)
  for (const x of [36, width - 36]) for (const y of [36, height - 36]) doc.circle(x, y, 6).fill(colors.marigold)
}

async function writeLetter(draft: Draft): Promise<Buffer> {
  const { farewell, me, language, createdAt } = draft
  const t = findText(language)
  const values = valuesOf(draft)
  const title = t('farewell.letter.title')
  const { writePdf } = await loadWriter()
  return writePdf({ title, language, margin: 72, createdAt }, decorateLetter, ({ addText }) => {
    addText(title, { size: 26, weight: 600, color: colors.teal, gapAfter: 6 })
    addText(values.to, { size: 11, color: colors.soft, gapAfter: 18 })
    addText(t('farewell.letter.dear', { name: me.firstName }), { size: 13, gapAfter: 8 })
    addText(t('farewell.letter.time', values), { size: 13, gapAfter: 8 })
    if (values.meetings > 0) addText(t('farewell.meetings', { count: values.meetings }), { size: 13, gapAfter: 4 })
    if (values.sessions > 0) {
      addText(t('farewell.letter.sessions'), { size: 13, gapAfter: 2 })
      for (const session of farewell.sessions) addText(`•  ${session}`, { size: 13 })
    }
    for (const { name, words } of farewell.partners) {
      if (words) addQuote(addText, t('farewell.letter.theirThanks', { name }), words.thanks)
      if (words) addQuote(addText, t('farewell.letter.theirTakeaway', { name }), words.takeaway)
    }
    addQuote(addText, t('farewell.letter.myTakeaway'), farewell.words?.takeaway ?? '')
    addQuote(addText, t('farewell.letter.myThanks', values), farewell.words?.thanks ?? '')
    addText(' ', { size: 10 })
    addText(t('farewell.letter.end'), { size: 13, gapAfter: 8 })
    addText(t('farewell.letter.team'), { size: 13, weight: 600, color: colors.ink })
  })
}

function addQuote(addText: PdfText, head: string, words: string): void {
  if (words === '') return
  addText(' ', { size: 6 })
  addText(head, { size: 12, weight: 600, color: colors.teal, gapAfter: 2 })
  addText(words, { size: 14, color: colors.ink, gapAfter: 4 })
}

function decorateLetter({ doc, height }: PdfPage): void {
  doc.rect(0, 0, 14, height).fill(colors.teal)
  doc.rect(14, 0, 4, height).fill(colors.marigold)
}
