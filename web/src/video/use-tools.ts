import type { Recording } from '@saathi/contract/video/socket'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import {
  captions,
  chart,
  device,
  download,
  fullScreen,
  grid,
  hand,
  hangUp,
  image,
  keyboard,
  mic,
  micOff,
  question,
  record,
  settings,
  shareScreen,
  shield,
  user,
  video,
  videoOff,
  eye,
} from '#core/ui/icons.ts'
import type { Call, CallSnapshot } from './engine/call-snapshot.ts'
import type { Support } from './engine/support.ts'
import type { PanelName, Tool, Tools } from './tools.ts'
import type { Consent } from './use-consent.ts'
import type { View } from './use-view.ts'

type Given = {
  call: Call
  snapshot: CallSnapshot
  view: View
  consent: Consent
  /** Something of this call was recorded while one was here. */
  wasRecorded: boolean
  support: Support
  /** Says something in the call, to this person alone. */
  say: (text: string) => void
  onCaptions: () => void
  onLeave: () => void
}

/** Everything that can be done in a call with the built-in engine: what it is called, whether it is on, and why it cannot be done. */
export function useTools(given: Given): Tools {
  const t = useText()
  const { call, snapshot, view, support } = given
  const { me } = snapshot
  const opens = (panel: PanelName) => () => view.openPanel(panel)
  return {
    microphone: {
      icon: me.microphone ? mic : micOff,
      label: t('call.mute'),
      isPressed: !me.microphone,
      act: () => void call.setMicrophone(!me.microphone),
    },
    camera: {
      icon: me.camera ? video : videoOff,
      label: t('call.camera'),
      isPressed: me.camera,
      act: () => void call.setCamera(!me.camera),
    },
    captions: {
      icon: captions,
      label: t('call.captions'),
      isPressed: snapshot.isCaptioning,
      reason: support.captions ? undefined : t('call.cannot.captions'),
      act: given.onCaptions,
    },
    share: {
      icon: shareScreen,
      label: t('call.share'),
      isPressed: me.screen,
      reason: support.screen ? undefined : t('call.cannot.screen'),
      act: () => void call.setScreen(!me.screen),
    },
    hand: { icon: hand, label: t('call.hand'), isPressed: me.hand, act: () => call.setHand(!me.hand) },
    tiles: { icon: grid, label: t('call.tiles'), isPressed: view.isTiles, act: () => view.setTiles(!view.isTiles) },
    leave: { icon: hangUp, label: t('call.leave'), act: given.onLeave },
    fullScreen: {
      icon: fullScreen,
      label: t('call.fullScreen'),
      isPressed: view.isFullScreen,
      reason: support.fullScreen ? undefined : t('call.cannot.fullScreen'),
      act: view.toggleFullScreen,
    },
    filmstrip: {
      icon: image,
      label: t('call.filmstrip'),
      isPressed: view.hasFilmstrip,
      act: () => view.setFilmstrip(!view.hasFilmstrip),
    },
    devices: { icon: device, label: t('call.devices'), act: opens('devices') },
    profile: { icon: user, label: t('call.profile'), act: opens('profile') },
    settings: { icon: settings, label: t('call.settings'), act: opens('settings') },
    quality: { icon: eye, label: t('call.quality'), act: opens('quality') },
    stats: { icon: chart, label: t('call.stats'), act: opens('stats') },
    shortcuts: { icon: keyboard, label: t('call.shortcuts'), act: opens('shortcuts') },
    download: { icon: download, label: t('call.download'), act: opens('download') },
    help: { icon: question, label: t('call.help'), act: opens('help') },
    recording: recordingTool(t, snapshot.recording, call.setRecordingWanted),
    consent: consentTool(t, given),
  }
}

/** By the same rule as everything else about it: while somebody has not agreed, it cannot be started by a button either. */
function recordingTool(t: Translate, { state }: Recording, setWanted: (isWanted: boolean) => void): Tool {
  if (state === 'running') return { icon: record, label: t('call.record.stop'), act: () => setWanted(false) }
  const reason = state === 'waiting' ? t('call.record.waiting') : undefined
  return { icon: record, label: t('call.record.start'), reason, act: () => setWanted(true) }
}

type ConsentGiven = Pick<Given, 'consent' | 'say' | 'wasRecorded'> & { view: Pick<View, 'openPanel' | 'closePanel'> }

export function consentTool(t: Translate, { consent, say, wasRecorded, view }: ConsentGiven): Tool {
  async function change() {
    const wasGiven = consent.isGiven
    if (!(await consent.give(!wasGiven))) return say(t('call.consent.failed'))
    if (wasGiven && wasRecorded) view.openPanel('forget')
    else view.closePanel()
  }
  return {
    icon: shield,
    label: t(consent.isGiven ? 'call.consent.withdraw' : 'call.consent.agree'),
    act: () => void change(),
  }
}
