import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { Table } from '../kit/table.tsx'
import css from './author.module.css'
import { type DraftRef, figuresQuery } from './queries.ts'

/** The steps at which people stop, and the questions they get wrong, which may be badly worded. */
export function FiguresTab({ draftRef }: { draftRef: DraftRef }) {
  const t = useText()
  const query = useQuery(figuresQuery(draftRef))
  const few = (count: number | null) => count ?? t('staff.content.fewerThanFive')
  return (
    <QueryStates query={query}>
      {({ started, steps, questions }) => (
        <div className={css.panel}>
          <p>{started === null ? t('staff.content.figuresFew') : t('staff.content.figuresText', { count: started })}</p>
          <Table
            label={t('staff.content.stops')}
            rows={steps}
            rowKey={({ key }) => key}
            columns={[
              { key: 'step', head: t('staff.content.step'), isTitle: true, renderCell: ({ title }) => <b dir="auto">{title}</b> },
              { key: 'stopped', head: t('staff.content.stops'), isNumber: true, renderCell: ({ stopped }) => few(stopped) },
            ]}
          />
          {questions.length > 0 && (
            <Table
              label={t('staff.content.rightAnswers')}
              rows={questions}
              rowKey={({ quiz, key }) => `${quiz} ${key}`}
              columns={[
                {
                  key: 'question',
                  head: t('staff.content.questionWords'),
                  isTitle: true,
                  renderCell: ({ title }) => <b dir="auto">{title}</b>,
                },
                {
                  key: 'answered',
                  head: t('staff.content.answeredBy'),
                  isNumber: true,
                  renderCell: ({ answered }) => few(answered),
                },
                {
                  key: 'right',
                  head: t('staff.content.rightAnswers'),
                  isNumber: true,
                  renderCell: ({ answered, right }) =>
                    answered && right !== null ? `${Math.round((100 * right) / answered)} %` : '–',
                },
              ]}
            />
          )}
        </div>
      )}
    </QueryStates>
  )
}
