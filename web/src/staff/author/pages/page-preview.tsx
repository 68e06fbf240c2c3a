import type { CallReply } from '@saathi/contract/core/call'
import type { previewPage } from '@saathi/contract/content/draft-calls'
import type { DraftContent } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { loadPost } from '#feed/public.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { RichText } from '#core/ui/rich-text/rich-text.tsx'
import { QuestionField } from '#questions/public.ts'
import css from './page.module.css'
import previewCss from '../preview.module.css'
import { pagePreviewQuery } from '../queries.ts'

const Post = lazy(async () => ({ default: (await loadPost()).PreviewedPost }))
const ignore = () => {}

type PagePreviewProps = { draft: DraftContent; revision: number; stage: string | undefined }

/** As a member will see it on a phone. It follows each save. */
export function PagePreview({ draft, revision, stage }: PagePreviewProps) {
  const t = useText()
  const [language, setLanguage] = useState('en')
  const { data } = useQuery(pagePreviewQuery(draft, { revision, language }))
  return (
    <section className={previewCss.preview} aria-label={t('staff.content.preview')}>
      <div className={previewCss.choices}>
        <Select
          aria-label={t('staff.content.previewLanguage')}
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
        >
          {['en', ...draft.languages.map(({ language: code }) => code)].map((code) => (
            <option key={code} value={code}>
              {new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code}
            </option>
          ))}
        </Select>
      </div>
      <div className={previewCss.phone} lang={language}>
        {/* Inert, because its links lead to members' pages. */}
        <div className={previewCss.screen} inert>
          <Suspense fallback={null}>{data && <Shown data={data} stage={stage} />}</Suspense>
        </div>
      </div>
    </section>
  )
}

type ShownProps = { data: CallReply<typeof previewPage>; stage: string | undefined }

function Shown({ data, stage }: ShownProps) {
  const { post, legal, faq, cards, survey } = data
  if (post) return <Post content={post} />
  if (survey) return <ShownSurvey survey={survey} stage={stage} />
  return (
    <div className={css.shown}>
      {legal && (
        <>
          <h2>{legal.title}</h2>
          <RichText text={legal.content} />
        </>
      )}
      {faq.map(({ localeTopicTitle, content }, at) => (
        <section key={at}>
          <h2>{localeTopicTitle}</h2>
          {content.map(({ localeQuestion, localeAnswer }, place) => (
            <details key={place} open>
              <summary>{localeQuestion}</summary>
              <RichText text={localeAnswer} />
            </details>
          ))}
        </section>
      ))}
      {cards.map(({ id, image, imageWidth, imageHeight, localeText }) => (
        <figure key={id}>
          {image && <img src={image} alt="" width={imageWidth} height={imageHeight} />}
          <figcaption>{localeText}</figcaption>
        </figure>
      ))}
    </div>
  )
}

type Survey = NonNullable<ShownProps['data']['survey']>

function ShownSurvey({ survey, stage }: { survey: Survey; stage: string | undefined }) {
  const shown = survey.stages.find(({ key }) => key === stage) ?? survey.stages[0]
  return (
    <div className={css.shown}>
      <h2>{survey.name}</h2>
      <p>{survey.shortDescription}</p>
      {shown && (
        <>
          <h3>{shown.name}</h3>
          <p>{shown.description}</p>
          {shown.pages.map((page, at) => (
            <section key={at} className={css.shown}>
              <h4>{page.localeTitle}</h4>
              {page.localeDescription && <p>{page.localeDescription}</p>}
              {page.questions.map((question) => (
                <QuestionField key={question.key} question={question} value={undefined} problem={undefined} onChange={ignore} />
              ))}
            </section>
          ))}
        </>
      )}
    </div>
  )
}
