import type { Recording } from '@saathi/contract/video/socket'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import {
  captions,
  device,
  fullScreen,
  hand,
  hangUp,
  keyboard,
  mic,
  micOff,
  record,
  shareScreen,
  videoOff,
} from '#core/ui/further-icons.ts'
import { chart, chat, download, grid, image, question, settings, shield, user, video, eye } from '#core/ui/icons.ts'
import type { Call, CallSnapshot } from '../engine/call-snapshot.ts'
import type { Support } from '../engine/support.ts'
import type { PanelName, Tool, Tools } from './tools.ts'
import type { Consent } from './use-call.ts'
import type { View } from './use-view.ts'

type ToolsInput = {
  call: Call
  snapshot: CallSnapshot
  view: View
  consent: Consent
  /** Part of this call was recorded while the person was present. */
  wasRecorded: boolean
  support: Support
  /** Shows a note to this person only. */
  showNote: (text: string) => void
  unread: number
  onCaptions: () => void
  onLeave: () => void
}

/** All tools of a call with the built-in engine. */
export function useTools(input: ToolsInput): Tools {
  const t = useText()
  const { call, snapshot, view, support } = input
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
      act: input.onCaptions,
    },
    share: {
      icon: shareScreen,
      label: t('call.share'),
      isPressed: me.screen,
      reason: support.screen ? undefined : t('call.cannot.screen'),
      act: () => void call.setScreen(!me.screen),
    },
    chat: {
      icon: chat,
      label: t('shell.menu.chat'),
      isPressed: view.isChatOpen,
      unread: view.isChatOpen ? 0 : input.unread,
      act: () => view.setChatOpen(!view.isChatOpen),
    },
    hand: { icon: hand, label: t('call.hand'), isPressed: me.hand, act: () => call.setHand(!me.hand) },
    tiles: { icon: grid, label: t('call.tiles'), isPressed: view.isTiles, act: () => view.setTiles(!view.isTiles) },
    leave: { icon: hangUp, label: t('call.leave'), act: input.onLeave },
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
    consent: consentTool(t, input),
  }
}

/** While someone has not agreed, the recording cannot be started by hand either. */
function recordingTool(t: Translate, { state }: Recording, setWanted: (isWanted: boolean) => void): Tool {
  if (state === 'running') return { icon: record, label: t('call.record.stop'), act: () => setWanted(false) }
  const reason = state === 'waiting' ? t('call.record.waiting') : undefined
  return { icon: record, label: t('call.record.start'), reason, act: () => setWanted(true) }
}

type ConsentToolInput = Pick<ToolsInput, 'consent' | 'showNote' | 'wasRecorded'> & {
  view: Pick<View, 'openPanel' | 'closePanel'>
}

export function consentTool(t: Translate, { consent, showNote, wasRecorded, view }: ConsentToolInput): Tool {
  async function change() {
    const wasGiven = consent.isGiven
    if (!(await consent.give(!wasGiven))) return showNote(t('call.consent.failed'))
    if (wasGiven && wasRecorded) view.openPanel('forget')
    else view.closePanel()
  }
  return {
    icon: shield,
    label: t(consent.isGiven ? 'call.consent.withdraw' : 'call.consent.agree'),
    act: () => void change(),
  }
}
