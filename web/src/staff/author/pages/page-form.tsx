import type { DraftContent } from '@saathi/contract/content/drafts'
import { CardForm } from './card-form.tsx'
import { FaqForm } from './faq-form.tsx'
import { LegalForm } from './legal-form.tsx'
import type { WriterParts } from '../parts.ts'
import { PostForm } from './post-form.tsx'
import { SurveyForm } from './survey-form.tsx'

type PageFormProps = WriterParts & {
  draft: DraftContent
  /** The stage of a survey that is open. */
  stage: string | undefined
  onStage: (stage: string) => void
}

/** The fields of the draft's only part, or of a survey and its stages. */
export function PageForm({ draft, stage, onStage, ...parts }: PageFormProps) {
  const body = parts.state.bodies.get(draft.kind)
  switch (body?.kind) {
    case 'post':
      return <PostForm {...parts} post={body} />
    case 'legal':
      return <LegalForm {...parts} legal={body} />
    case 'faq':
      return <FaqForm {...parts} faq={body} />
    case 'card':
      return <CardForm {...parts} body={body} />
    case 'survey':
      return <SurveyForm {...parts} {...{ stage, onStage }} survey={body} locked={draft.locked} />
    default:
      return null
  }
}
