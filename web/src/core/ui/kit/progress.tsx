import { Avatar, AvatarStack } from '../avatar.tsx'
import { Beads } from '../progress/beads.tsx'
import type { Bead } from '../progress/beads.tsx'
import { Card, coverLinkClass } from '../card.tsx'
import { Chip } from '../chip.tsx'
import { check, pair } from '../icons.ts'
import css from './page.module.css'
import { Rail, SectionHead } from '../section-head.tsx'
import { Thread } from '../progress/thread.tsx'

const stateLabels = { done: 'done', now: 'now', next: 'still to come' }
const signUp: Bead[] = [
  { label: 'E-mail', state: 'done' },
  { label: 'Code', state: 'now' },
  { label: 'Password', state: 'next' },
]
const matching: Bead[] = [
  { label: 'Screening', state: 'done' },
  { label: 'Requirements', state: 'done' },
  { label: 'Your matches', state: 'now' },
  { label: 'Your mentor', state: 'next' },
]
const hub: Bead[] = [
  { label: 'Session 1', state: 'done' },
  { label: 'Session 2', state: 'done' },
  { label: 'Session 3', state: 'done' },
  { label: 'Session 4', state: 'now' },
  { label: 'Session 5', state: 'next' },
  { label: 'Mentorship', state: 'next', icon: pair },
]
const sessions = [
  { title: 'Speak up in a room of strangers', tag: 'Communication', value: 64, left: '12 min left' },
  { title: 'First salary, first plan', tag: 'Money', value: 20, left: '28 min left' },
  { title: 'Know your strengths', tag: 'Self', value: 100, left: '25 min' },
  { title: 'When a week goes badly', tag: 'Wellbeing', value: 0, left: '15 min' },
]

export function KitProgress() {
  return (
    <>
      <h2>Thread, beads, faces</h2>
      <div className={css.grid}>
        <Card className={`${css.wide} ${css.stack}`}>
          <Thread value={60} label="Your progress" valueText="3 of 5 sessions" />
          <Thread value={46} partnerValue={58} label="Together" valueText="You 46%, Meera 58%" />
          <Thread value={64} slim label="Speak up" valueText="64%, 12 min left" />
          <Thread value={100} slim label="Know your strengths" valueText="Completed" />
          <Thread value={30} slim plain label="Upload" valueText="30%" />
          <Beads steps={signUp} label="Step 2 of 3" stateLabels={stateLabels} />
          <div className={css.row}>
            <Avatar name="Asha Rao" size="xs" />
            <Avatar name="Ravi" size="sm" />
            <Avatar name="आशा राव" />
            <Avatar name="Meera Iyer" size="lg" />
            <Avatar name="" size="lg" />
            <Avatar name="Design careers" kind="group" />
            <Avatar name="Assistant" kind="ai" spoken />
            <AvatarStack label="Arjun, Divya and one open place" openPlaces={1}>
              <Avatar name="Arjun" />
              <Avatar name="Divya" />
            </AvatarStack>
          </div>
        </Card>
        <Card className={`${css.wide} ${css.stack}`}>
          <Beads vertical steps={matching} label="Step 3 of 4" stateLabels={stateLabels} />
        </Card>
        <Card className={`${css.full} ${css.hero}`}>
          <Beads wordless steps={hub} label="3 of 5 sessions completed" stateLabels={stateLabels} />
        </Card>
      </div>
      <SectionHead title="Continue learning" action={<a href="#main">See all</a>} />
      <Rail label="Continue learning">
        {sessions.map(({ title, tag, value, left }) => (
          <Card as="article" key={title} className={css.railCard}>
            <div>
              <Chip>{tag}</Chip>
            </div>
            <h3>
              <a className={coverLinkClass} href="#main">
                {title}
              </a>
            </h3>
            <Thread slim value={value} label="Progress" valueText={`${value}%, ${left}`} />
            <p className={css.meta}>
              {value === 100 ? (
                <Chip tone="ok" icon={check}>
                  completed
                </Chip>
              ) : (
                <span>{value}%</span>
              )}
              <span>{left}</span>
            </p>
          </Card>
        ))}
      </Rail>
    </>
  )
}
