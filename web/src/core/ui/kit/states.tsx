import findingMatches from '#art/finding-matches.svg'
import maintenance from '#art/maintenance.svg'
import noResults from '#art/no-results.svg'
import noVideo from '#art/no-video.svg'
import sayHi from '#art/say-hi.svg'
import { Badge } from '../progress/badge.tsx'
import { Button, ButtonLink } from '../button.tsx'
import { Card } from '../card.tsx'
import { Empty } from '../empty.tsx'
import { Failed } from '../failed.tsx'
import { Field } from '../form/field.tsx'
import css from './page.module.css'
import { LoadingBeads } from '../loading-beads.tsx'
import { Note } from '../note.tsx'
import { OfflineNote } from '../offline-note.tsx'
import { PasswordInput } from '../form/password-input.tsx'
import { Skeleton, SkeletonGroup } from '../skeleton.tsx'
import { Thread } from '../progress/thread.tsx'
import { ToastItem } from '../overlay/toast.tsx'

export function KitStates() {
  return (
    <>
      <h2>Empty</h2>
      <div className={css.grid}>
        <Card className={css.cell}>
          <Empty small level={3} drawing={sayHi} title="Say Hi, to your fellows!" text="Choose a conversation to begin." />
        </Card>
        <Card className={css.cell}>
          <Empty
            small
            level={3}
            drawing={noVideo}
            title="No Video Call Available"
            text="Open a chat and tap the video button to start one."
            action={
              <ButtonLink size="sm" href="#main">
                Open chat
              </ButtonLink>
            }
          />
        </Card>
        <Card className={css.cell}>
          <Empty small level={3} drawing={noResults} title="No Search Results" text="Try a shorter word or a name." />
        </Card>
        <Card className={css.cell}>
          <Empty
            small
            level={3}
            drawing={findingMatches}
            title="Finding matches"
            text="We are looking for someone who fits you. This can take a few days."
          />
        </Card>
      </div>
      <h2>Loading</h2>
      <Loading />
      <h2>Error, offline, disabled</h2>
      <Trouble />
      <h2>Rewards and language</h2>
      <div className={css.grid}>
        <Card className={`${css.wide} ${css.cell}`}>
          <div className={`${css.row} ${css.spread}`}>
            <Badge tier="gold" label="Gold badge" title="First salary" won />
            <Badge tier="silver" label="Silver badge" title="Speak up" />
            <Badge tier="bronze" label="Bronze badge" title="A goal" />
          </div>
        </Card>
        <Card className={`${css.wide} ${css.stack}`} lang="hi">
          <h3>नमस्ते आशा</h3>
          <p className={css.muted}>मेंटरशिप शुरू करने के लिए 5 सत्र पूरे करें।</p>
          <Thread value={60} label="प्रगति" valueText="5 में से 3 सत्र" />
          <Button kind="primary" block>
            जारी रखें
          </Button>
        </Card>
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className={css.grid}>
      <Card bare>
        <SkeletonGroup label="Loading a session">
          <Skeleton shape="picture" />
          <div className={css.lines}>
            <Skeleton width="70%" height={20} />
            <Skeleton />
            <Skeleton height={8} />
          </div>
        </SkeletonGroup>
      </Card>
      <Card className={css.cell}>
        <SkeletonGroup label="Loading conversations" className={css.stack}>
          {[50, 40, 56].map((width) => (
            <div key={width} className={css.person}>
              <Skeleton shape="circle" />
              <div>
                <Skeleton width={`${width}%`} />
                <Skeleton width="80%" height={12} />
              </div>
            </div>
          ))}
        </SkeletonGroup>
      </Card>
      <Card className={css.cell}>
        <LoadingBeads label="Your call will begin soon" />
      </Card>
      <Card className={`${css.cell} ${css.stack}`}>
        <Button kind="primary" busy busyLabel="Processing...">
          Save
        </Button>
        <Button kind="primary" disabled reasonId="kit-reason">
          Continue
        </Button>
        <p className={css.muted} id="kit-reason">
          Please take the quiz before moving forward
        </p>
      </Card>
    </div>
  )
}

function Trouble() {
  return (
    <div className={css.grid}>
      <Card className={css.cell}>
        <Failed
          small
          level={3}
          title="Sessions did not load"
          text="Check your network, then try again."
          onRetry={() => {}}
          retryLabel="Try again"
        />
      </Card>
      <Card className={css.cell}>
        <Empty
          small
          level={3}
          drawing={maintenance}
          title="We are fixing a few things"
          text="Saathi will be back by 9:00 pm. Your work is safe."
        />
      </Card>
      <section className={`${css.wide} ${css.stack}`} aria-label="Notes">
        <Note tone="bad">Error while communicating with server. Please try again later or check your network configuration.</Note>
        <OfflineNote offline title="You are offline." text="You can read saved sessions. Messages will send when you are back." />
        <Note tone="calm" title="Chat &amp; Video Disabled">
          You will be able to message again from Mon, 16 Nov, 8:00 am
        </Note>
        <Field label="Confirm password" error="Passwords don't match">
          <PasswordInput defaultValue="saathi" showLabel="Show password" hideLabel="Hide password" />
        </Field>
        <ToastItem toast={{ id: 0, text: 'Bookmark saved', tone: 'ok', action: { label: 'Undo', onAct: () => {} } }} />
      </section>
    </div>
  )
}
