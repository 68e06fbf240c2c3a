import type { MentorCheck, ScreenedMentor } from '@saathi/contract/matching/screening-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Tabs } from '#core/ui/tabs.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { ApprovalDialog, CheckDialog, RequirementsDialog } from './dialogs.tsx'
import { mentorsQuery } from './queries.ts'
import { Evidence } from './evidence.tsx'
import css from './screening.module.css'

const panelId = 'screened-mentors'

/** Mentors who wait for approval, and those who have it. Tab and page are in the address. */
export function ScreeningPage() {
  const t = useText()
  const navigate = useNavigate()
  const search: { approved?: string; page?: string } = useSearch({ strict: false })
  const isApproved = search.approved === '1'
  const page = Math.max(1, Number(search.page) || 1)
  const mentors = useQuery(mentorsQuery(isApproved, page))
  const [isSetting, setSetting] = useState(false)
  const searchFor = (approved: boolean, to: number) => ({
    ...(approved && { approved: '1' }),
    ...(to > 1 && { page: String(to) }),
  })
  const tabs = [
    { value: 'waiting', label: t('staff.screening.waiting'), id: 'mentors-waiting' },
    { value: 'approved', label: t('staff.screening.approved'), id: 'mentors-approved' },
  ] as const
  const chosen = isApproved ? 'approved' : 'waiting'
  return (
    <>
      <PageHead
        title={t('staff.screening.title')}
        text={t('staff.screening.text')}
        actions={
          <Button kind="line" onClick={() => setSetting(true)}>
            {t('staff.screening.required')}
          </Button>
        }
      />
      <Tabs
        label={t('staff.screening.title')}
        tabs={tabs}
        value={chosen}
        panelId={panelId}
        onChange={(value) => void navigate({ to: '/staff/screening', search: searchFor(value === 'approved', 1) })}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`mentors-${chosen}`}>
        <QueryStates query={mentors}>
          {({ mentors: rows, hasNextPage }) =>
            rows.length === 0 ? (
              <Empty title={t(isApproved ? 'staff.screening.noneApproved' : 'staff.screening.none')} />
            ) : (
              <>
                <ul className={css.list}>
                  {rows.map((mentor) => (
                    <Mentor key={mentor.personId} mentor={mentor} />
                  ))}
                </ul>
                <p className={css.pager}>
                  {page > 1 && (
                    <Link to="/staff/screening" search={searchFor(isApproved, page - 1)}>
                      {t('staff.previous')}
                    </Link>
                  )}
                  {hasNextPage && (
                    <Link to="/staff/screening" search={searchFor(isApproved, page + 1)}>
                      {t('staff.next')}
                    </Link>
                  )}
                </p>
              </>
            )
          }
        </QueryStates>
      </div>
      {isSetting && <RequirementsDialog onClose={() => setSetting(false)} />}
    </>
  )
}

function Mentor({ mentor }: { mentor: ScreenedMentor }) {
  const t = useText()
  const language = useLanguage()
  const { personId, name, picture, programme, waitsSince, checks, isApproved, isReady } = mentor
  const [check, setCheck] = useState<MentorCheck | null>(null)
  const [isDeciding, setDeciding] = useState(false)
  return (
    <li>
      <Card className={css.mentor}>
        <div className={css.head}>
          <Link to="/staff/people/$personId" params={{ personId: String(personId) }} className={css.name}>
            <span className={kitCss.person}>
              <Avatar name={name} picture={picture} size="sm" />
              <span>
                <b dir="auto">{name}</b>
                <small>
                  {programme}
                  {waitsSince !== null &&
                    !isApproved &&
                    ` · ${t('staff.screening.since', { day: shortDay(waitsSince, language) })}`}
                </small>
              </span>
            </span>
          </Link>
          <Button
            size="sm"
            kind={isApproved ? 'line' : 'primary'}
            disabled={!isApproved && !isReady}
            onClick={() => setDeciding(true)}
          >
            {t(isApproved ? 'staff.screening.end' : 'staff.screening.approve')}
          </Button>
        </div>
        {!isApproved && !isReady && <p className={css.hint}>{t('staff.screening.notReady')}</p>}
        {checks.length === 0 ? (
          <p className={css.hint}>{t('staff.screening.noChecks')}</p>
        ) : (
          <ul className={css.checks}>
            {checks.map((each) => (
              <Check key={each.kind} mentor={mentor} check={each} onRecord={() => setCheck(each)} />
            ))}
          </ul>
        )}
      </Card>
      {check && <CheckDialog mentor={mentor} check={check} onClose={() => setCheck(null)} />}
      {isDeciding && <ApprovalDialog mentor={mentor} onClose={() => setDeciding(false)} />}
    </li>
  )
}

const tones: Readonly<Record<MentorCheck['state'], ChipTone>> = { open: 'plain', passed: 'ok', failed: 'bad', expired: 'warn' }

type CheckProps = { mentor: ScreenedMentor; check: MentorCheck; onRecord: () => void }

function Check({ mentor, check, onRecord }: CheckProps) {
  const t = useText()
  const language = useLanguage()
  const { kind, state, evidence, by, expiresOn } = check
  return (
    <li>
      <span className={css.words}>
        <b>{t(`staff.check.${kind}`)}</b>
        {evidence !== '' && (
          <small dir="auto">
            {evidence}
            {by !== null && ` (${by})`}
          </small>
        )}
      </span>
      <Chip tone={tones[state]}>
        {t(`staff.checkState.${state}`)}
        {expiresOn !== null && ` ${t('staff.screening.until', { day: shortDay(`${expiresOn}T12:00:00+05:30`, language) })}`}
      </Chip>
      <Button size="sm" kind="soft" aria-label={`${t('staff.screening.record')}: ${t(`staff.check.${kind}`)}`} onClick={onRecord}>
        {t('staff.screening.record')}
      </Button>
      {state !== 'open' && <Evidence mentor={mentor} check={check} />}
    </li>
  )
}
