import type { ContentItem } from '@saathi/contract/content/items'
import type { Step } from '@saathi/contract/learning/detail'
import type { ComponentType } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { RichText } from '#core/ui/rich-text.tsx'
import { InstructionContent, MentorTipContent } from './content-box.tsx'
import { ArticleContent, HyperlinkContent } from './content-link.tsx'
import { PictureContent } from './content-picture.tsx'
import { QuizContent } from './content-quiz.tsx'
import { VideoContent } from './content-video.tsx'
import css from './step-content.module.css'

export type ContentProps = { item: ContentItem; session: number; step: number; minutes: number }

/** A map by name: unknown types of a newer server are skipped. */
const kinds = new Map<string, ComponentType<ContentProps>>([
  ['TEXT', TextContent],
  ['INSTRUCTION', InstructionContent],
  ['MENTOR_TIPS', MentorTipContent],
  ['ARTICLE', ArticleContent],
  ['HYPERLINK', HyperlinkContent],
  ['IMAGE', PictureContent],
  ['YOUTUBE', VideoContent],
  ['QUIZ', QuizContent],
])

export function StepContent({ session, step }: { session: number; step: Step }) {
  const t = useText()
  if (step.content.length === 0) return <p className={css.none}>{t('learning.step.empty')}</p>
  return step.content.map((item) => {
    const Content = kinds.get(item.contentType)
    return Content && <Content key={item.id} item={item} session={session} step={step.id} minutes={step.duration} />
  })
}

function TextContent({ item }: ContentProps) {
  const t = useText()
  return <RichText text={item.localeText || item.text || ''} linkHint={t('learning.session.newTab')} />
}
