import type { SurveyCard as Survey } from '@saathi/contract/surveys/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import allDone from '#art/all-done.svg'
import awaiting from '#art/awaiting-response.svg'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SideLayout } from '#core/shell/side-layout.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { FailedSurveys } from './failed-surveys.tsx'
import css from './list-page.module.css'
import { ListSkeleton } from './list-skeleton.tsx'
import './live.ts'
import { LockedSurveys } from './locked-surveys.tsx'
import { surveysQuery } from './queries.ts'
import { groupOf, isShown, type SurveyGroup } from './resume.ts'
import { SurveyCard } from './survey-card.tsx'
import { type ShownList, SurveysMenu } from './surveys-menu.tsx'
import { SurveysTitle } from './surveys-title.tsx'

export const AllSurveysPage = () => <ListPage list="all" />
export const PendingSurveysPage = () => <ListPage list="pending" />
export const CompletedSurveysPage = () => <ListPage list="completed" />

const groups: Readonly<Record<ShownList, readonly SurveyGroup[]>> = {
  all: ['pending', 'completed', 'closed'],
  pending: ['pending'],
  completed: ['completed'],
}

function ListPage({ list }: { list: ShownList }) {
  const t = useText()
  const { status } = useProfile()
  // People with open or answered surveys need this page even if the menu does not show it.
  const hasSome = status.surveys.some(({ expPermission, surveyStatus }) => isShown(expPermission, surveyStatus))
  if (status.experiences.survey !== 'use' && !hasSome) return <LockedSurveys />
  return (
    <SideLayout menu={<SurveysMenu here={list} />}>
      <SurveysTitle of={list === 'all' ? undefined : t(`surveys.menu.${list}`)} />
      <header className={css.head}>
        <h1>{t(`surveys.list.${list}`)}</h1>
        <p>{t(`surveys.list.${list}.sub`)}</p>
      </header>
      <List list={list} />
    </SideLayout>
  )
}

function List({ list }: { list: ShownList }) {
  const { data, error, isFetching, refetch } = useQuery(surveysQuery)
  if (!data && error) {
    return (
      <Card>
        <FailedSurveys of="list" error={error} isFetching={isFetching} onRetry={() => void refetch()} level={2} />
      </Card>
    )
  }
  if (!data) return <ListSkeleton />
  const filled = groups[list]
    .map((group) => ({ group, surveys: data.filter((each) => groupOf(each) === group) }))
    .filter(({ surveys }) => surveys.length > 0)
  if (filled.length === 0) return <NoSurveys list={list} />
  return (
    <div className={css.groups}>
      {filled.map(({ group, surveys }) => (
        <Group key={group} group={group} surveys={surveys} isAlone={list !== 'all'} />
      ))}
    </div>
  )
}

type GroupProps = { group: SurveyGroup; surveys: readonly Survey[]; isAlone: boolean }

function Group({ group, surveys, isAlone }: GroupProps) {
  const t = useText()
  const id = `surveys-${group}`
  return (
    <section aria-labelledby={id}>
      <div className={isAlone ? 'sr' : css.title}>
        <h2 id={id}>{t(`surveys.group.${group}`)}</h2>
        {group === 'pending' && (
          <span className={css.count}>
            <span aria-hidden="true">{surveys.length}</span>
            <span className="sr">{t('surveys.count', { count: surveys.length })}</span>
          </span>
        )}
      </div>
      <ul className={css.grid}>
        {surveys.map((survey) => (
          <li key={survey.id}>
            <SurveyCard survey={survey} group={group} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoSurveys({ list }: { list: ShownList }) {
  const t = useText()
  const action = list === 'completed' && (
    <ButtonLink kind="soft" render={<Link to="/surveylisting/pendingsurveys" />}>
      {t('surveys.empty.completed.action')}
    </ButtonLink>
  )
  return (
    <Card>
      <Empty
        drawing={list === 'pending' ? allDone : awaiting}
        title={t(`surveys.empty.${list}.title`)}
        text={t(`surveys.empty.${list}.text`)}
        action={action}
      />
    </Card>
  )
}
