import type { StaffLook } from '@saathi/contract/accounts/look-calls'
import type { PersonFacts } from '@saathi/contract/staff/people-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { dayAndTime, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { useConsole } from '../queries.ts'
import { AccountActs, Features } from './acts.tsx'
import { StageChip } from './list-page.tsx'
import css from './people.module.css'
import { personQuery, useAddNote } from './queries.ts'
import { ReasonGate } from './reason.tsx'
import { stepsOf, Timeline } from './timeline.tsx'

/** One person: facts and counts, never texts they wrote. Opening it is recorded with a reason. */
export function PersonPage() {
  const t = useText()
  const params: { personId?: string } = useParams({ strict: false })
  const personId = Number(params.personId) || 0
  return (
    <>
      <p>
        <Link to="/staff/people">{t('staff.person.back')}</Link>
      </p>
      <ReasonGate key={personId} title={t('staff.person.title')}>
        {(reason) => <PersonView personId={personId} reason={reason} />}
      </ReasonGate>
    </>
  )
}

function PersonView({ personId, reason }: { personId: number; reason: string }) {
  const found = useQuery(personQuery(personId, reason))
  return <QueryStates query={found}>{(person) => <Person person={person} />}</QueryStates>
}

function Person({ person }: { person: PersonFacts }) {
  const t = useText()
  const { name, picture, role, programme, stage } = person
  return (
    <>
      <PageHead
        title={name}
        text={[t(`profile.role.${role}`), programme?.name ?? t('staff.people.noProgramme')].join(' · ')}
        actions={<StageChip stage={stage} />}
      />
      <Card className={css.way}>
        <Avatar name={name} picture={picture} size="lg" />
        <Steps person={person} />
      </Card>
      <div className={css.columns}>
        <div className={css.column}>
          <Card>
            <h2>{t('staff.person.happened')}</h2>
            <p className={css.hint}>{t('staff.person.countsOnly')}</p>
            <Timeline person={person} />
          </Card>
          <Notes person={person} />
          {person.canChange && <AccountActs person={person} />}
        </div>
        <div className={css.column}>
          <Contact person={person} />
          <AnswersLink personId={person.id} />
          <Features person={person} />
          <Consents person={person} />
          <Card>
            <h2>{t('staff.person.looks')}</h2>
            <LookList looks={person.looks} />
            <p className={css.hint}>{t('staff.person.looksRule', { name: person.firstName })}</p>
          </Card>
        </div>
      </div>
    </>
  )
}

/** How far the person has come: the steps that everyone passes. */
function Steps({ person }: { person: PersonFacts }) {
  const t = useText()
  const language = useLanguage()
  return (
    <ol className={css.steps} aria-label={t('staff.person.way')}>
      {stepsOf(person).map(({ key, at, isDone }) => (
        <li key={key} data-done={isDone || undefined}>
          <b>{t(`staff.step.${key}`)}</b>
          <small>{at ? shortDay(at, language) : t(isDone ? 'staff.step.done' : 'staff.step.open')}</small>
        </li>
      ))}
    </ol>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}

function Contact({ person }: { person: PersonFacts }) {
  const t = useText()
  const language = useLanguage()
  const { email, phoneNumber, isVerified, mailRefusal, provider, signIns, institutionCode } = person
  const languageName = new Intl.DisplayNames([language], { type: 'language' }).of(person.language) ?? person.language
  return (
    <Card>
      <h2>{t('staff.person.contact')}</h2>
      <dl className={css.facts}>
        <Fact term={t('staff.people.email')}>{email}</Fact>
        {!isVerified && (
          <Fact term={t('staff.person.verified')}>
            <Chip tone="warn">{t('staff.person.notVerified')}</Chip>
          </Fact>
        )}
        {mailRefusal && (
          <Fact term={t('staff.person.mail')}>
            <Chip tone="bad">{t('staff.person.mailRefused')}</Chip>{' '}
            {t('staff.person.mailRefusedText', { code: mailRefusal.code, at: dayAndTime(mailRefusal.at, language) })}
          </Fact>
        )}
        <Fact term={t('staff.person.phone')}>
          {phoneNumber ? <a href={`tel:+${phoneNumber}`}>+{phoneNumber}</a> : t('staff.person.noPhone')}
        </Fact>
        <Fact term={t('staff.people.language')}>{languageName}</Fact>
        <Fact term={t('staff.person.signsIn')}>{t(`staff.person.provider.${provider}`)}</Fact>
        {institutionCode !== null && <Fact term={t('staff.person.institution')}>{institutionCode}</Fact>}
        <Fact term={t('staff.person.devices')}>{t('staff.person.deviceCount', { count: signIns.openCount })}</Fact>
        <Fact term={t('staff.people.seen')}>
          {signIns.lastUsedAt ? dayAndTime(signIns.lastUsedAt, language) : t('staff.people.never')}
        </Fact>
      </dl>
    </Card>
  )
}

/** Only for people who may read survey answers word for word. */
function AnswersLink({ personId }: { personId: number }) {
  const t = useText()
  const { actions } = useConsole()
  if (!actions.includes('staff.survey_answers')) return null
  return (
    <Card>
      <h2>{t('staff.answers.title')}</h2>
      <p className={css.hint}>{t('staff.answers.linkText')}</p>
      <Link to="/staff/people/$personId/answers" params={{ personId: String(personId) }}>
        {t('staff.answers.link')}
      </Link>
    </Card>
  )
}

function Consents({ person: { consents } }: { person: PersonFacts }) {
  const t = useText()
  const language = useLanguage()
  return (
    <Card>
      <h2>{t('staff.person.consents')}</h2>
      {consents.length === 0 ? (
        <p className={css.hint}>{t('staff.person.noConsents')}</p>
      ) : (
        <dl className={css.facts}>
          {consents.map(({ kind, version, givenAt }) => (
            <Fact key={`${kind} ${version}`} term={t('staff.person.consent', { kind, version })}>
              {shortDay(givenAt, language)}
            </Fact>
          ))}
        </dl>
      )}
    </Card>
  )
}

function Notes({ person: { id, notes, firstName } }: { person: PersonFacts }) {
  const t = useText()
  const language = useLanguage()
  const [text, setText] = useState('')
  const adding = useAddNote(id, () => setText(''))
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (text.trim() && !adding.isPending) adding.mutate(text.trim())
  }
  return (
    <Card>
      <h2>{t('staff.person.notes')}</h2>
      <form onSubmit={handleSubmit} className={css.note}>
        <Field label={t('staff.person.newNote')} help={t('staff.person.noteHelp', { name: firstName })}>
          <TextArea value={text} maxLength={2000} rows={2} onChange={({ target }) => setText(target.value)} />
        </Field>
        <RefusalNote error={adding.error} />
        <Button type="submit" kind="soft" size="sm" busy={adding.isPending} busyLabel={t('staff.busy')} disabled={!text.trim()}>
          {t('staff.person.saveNote')}
        </Button>
      </form>
      <ul className={css.notes}>
        {notes.map((note) => (
          <li key={note.id}>
            <p dir="auto">{note.text}</p>
            <small>
              {note.by}, {dayAndTime(note.at, language)}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Staff acts concerning the person: who opened or changed what, and why. */
function LookList({ looks }: { looks: readonly StaffLook[] }) {
  const t = useText()
  const language = useLanguage()
  return (
    <ul className={css.looks}>
      {looks.map(({ id, by, what, reason, at }) => (
        <li key={id}>
          <b>{by ?? t('staff.look.former')}</b>
          <small>
            {t(`staff.look.${what}`)}
            {reason !== null && `: ${reason}`}
          </small>
          <small>{dayAndTime(at, language)}</small>
        </li>
      ))}
    </ul>
  )
}
