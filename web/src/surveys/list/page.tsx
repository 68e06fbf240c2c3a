import type { SurveyCard as Survey } from '@saathi/contract/surveys/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import allDone from '#art/all-done.svg'
import awaiting from '#art/awaiting-response.svg'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SideLayout, SideMenu } from '#core/shell/side-menu.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { FailedSurveys, LockedSurveys, SurveysTitle } from '../page-states.tsx'
import css from './page.module.css'
import '../live.ts'
import { surveysQuery } from '../queries.ts'
import { groupOf, isShown, type SurveyGroup } from '../resume.ts'
import { SurveyCard } from './survey-card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import surveyCardCss from './survey-card.module.css'
import { check, clock, survey } from '#core/ui/icons.ts'

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

function ListSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('surveys.loading.list')} className={css.groups}>
      <Skeleton width="120px" height="28px" />
      <div className={css.grid}>
        {Array.from({ length: 2 }, (_, place) => (
          <Card key={place} as="div" className={surveyCardCss.card}>
            <Skeleton shape="block" width="64px" height="64px" className={surveyCardCss.icon} />
            <Skeleton width="70%" height="22px" />
            <Skeleton width="50%" height="16px" />
            <Skeleton height="48px" className={surveyCardCss.text} />
            <Skeleton shape="block" height="44px" className={surveyCardCss.foot} />
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  )
}

/** The three list pages, in the order of the side menu. */
type ShownList = 'all' | 'pending' | 'completed'

const pages = {
  all: { to: '/surveylisting', icon: survey },
  pending: { to: '/surveylisting/pendingsurveys', icon: clock },
  completed: { to: '/surveylisting/completedsurveys', icon: check },
} as const
const shown = ['all', 'pending', 'completed'] as const

function SurveysMenu({ here }: { here: ShownList }) {
  const t = useText()
  const { data } = useQuery(surveysQuery)
  const links = shown.map((list) => ({
    ...pages[list],
    text: t(`surveys.menu.${list}`),
    count: list === 'all' ? undefined : data?.filter((each) => groupOf(each) === list).length,
  }))
  return <SideMenu label={t('surveys.menu')} links={links} here={t(`surveys.menu.${here}`)} hereIcon={pages[here].icon} />
}
