import { raiseLegalVersions } from '#accounts/public.ts'
import { type CardsFile, type LegalName, legalFiles } from '../format/community.ts'
import { type CardRow, replaceCards, replaceHelplines, replaceTopics, saveCommunityItems } from './community-store.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { mustFind } from './must-find.ts'
import { pictureSize } from '../read/picture-size.ts'
import type { Programme } from '../programme.ts'
import { textsIn, type ToTexts } from '../read/question-content.ts'

/** Loads content for everybody. Parts that the folder does not contain stay unchanged. */
export async function loadCommunity(ctx: ListenerCtx, programme: Programme): Promise<void> {
  const { about, faq, helplines, cards } = programme
  const texts = textsIn(about.value.baseLanguage)
  await loadLegal(ctx, programme)
  if (faq) {
    const topics = faq.value.topics.map(({ title, items }) => ({
      title: texts(title),
      items: items.map(({ question, answer }) => ({ question: texts(question), answer: texts(answer) })),
    }))
    await replaceTopics(ctx.db, topics)
  }
  if (helplines) {
    const rows = helplines.value.helplines.map(({ number, name, text, places, checkedOn }) => ({
      number,
      content: { name: texts(name), text: texts(text), places, checkedOn },
    }))
    await replaceHelplines(ctx.db, rows)
  }
  if (cards) await replaceCards(ctx.db, toCards(cards.value, programme, texts))
}

/** People who agreed to an older version are asked again. */
async function loadLegal(ctx: ListenerCtx, { about, legal }: Programme): Promise<void> {
  const versionOf = (name: LegalName) => about.value.legal[name] ?? 1
  const items = [...legal].map(([name, languages]) => {
    const inAll = (field: 'title' | 'content') => ({
      text: mustFind(languages, '')[field],
      locales: Object.fromEntries([...languages].flatMap(([code, text]) => (code === '' ? [] : [[code, text[field]]]))),
    })
    return { id: legalFiles[name], title: inAll('title'), content: inAll('content'), version: versionOf(name) }
  })
  await saveCommunityItems(ctx.db, items, ctx.now())
  const raisedTo = (name: LegalName) => (legal.has(name) ? versionOf(name) : 1)
  await raiseLegalVersions(ctx.db, {
    terms: raisedTo('terms-of-service'),
    privacy: raisedTo('privacy-policy'),
    conduct: raisedTo('code-of-conduct'),
  })
}

function toCards(cards: CardsFile, { media }: Programme, texts: ToTexts): CardRow[] {
  const files = new Map(media.map((file) => [file.name, file]))
  return (['internship', 'mentorship'] as const).flatMap((expType) =>
    cards[expType].map(({ image, text, link }, at) => {
      const file = mustFind(files, image)
      const { width, height } = pictureSize(file)
      return {
        expType,
        position: at + 1,
        imageHash: file.hash,
        link: link ?? null,
        content: { text: texts(text), width: width ?? 0, height: height ?? 0 },
      }
    }),
  )
}
