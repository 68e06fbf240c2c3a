import { getCallStatus, postCallEvent } from '@saathi/contract/video/calls'
import { expect, test } from 'vitest'
import { answer, makeProfile, show } from '../../../test/harness.tsx'
import { callStatus, divya, me, playCall, ravi, room, state } from '../call.fake.ts'
import { BuiltInStage } from './built-in-stage.tsx'

test('[VID-04] what others do is announced, but not what I do', async () => {
  answer(postCallEvent, { recording: 'waiting' })
  answer(getCallStatus, callStatus())
  const played = playCall({ tiles: [me(), ravi()] })
  const stage = <BuiltInStage call={played.call} room={room()} consent={false} onLeft={() => {}} />
  const screen = await show(stage, { profile: makeProfile() })
  await expect.element(screen.getByRole('navigation')).toBeVisible()
  played.change({ tiles: [me({ state: state({ hand: true }) }), ravi({ state: state({ hand: true }) }), divya()] })
  await expect.element(screen.getByText('Ravi Kumar raised a hand Divya Nair is here.', { exact: true })).toBeInTheDocument()
})
