import type { SignalData } from '@saathi/contract/video/socket'

type Description = Extract<SignalData, { description: unknown }>['description']

/** What is done with a description: taken as it is, taken for the wish that we offer, or passed over. */
export function heed(
  type: Description['type'],
  { signalingState, isLater }: { signalingState: RTCSignalingState; isLater: boolean },
): 'take' | 'offer' | 'ignore' {
  if (type === 'answer') return signalingState === 'have-local-offer' ? 'take' : 'ignore'
  if (!isLater) return 'take'
  return signalingState === 'stable' ? 'offer' : 'ignore'
}

/** Other keys than before: the other side has made its connection anew, and ours leads to nobody. */
export const fingerprintOf = (sdp: string): string | undefined => /^a=fingerprint:(.+?)\s*$/m.exec(sdp)?.[1]

export type Negotiation = {
  /** Of the later one, an offer; of the earlier one, the wish that one is made. */
  begin: () => Promise<void>
  hear: (data: SignalData) => Promise<void>
}

/**
 * Perfect negotiation, in which the later one is impolite and the earlier one so polite that it never holds an offer of its own:
 * it sends one without having taken it for its own, and the later one answers that with an offer. So there is nothing to roll back
 * where both begin at once: Chromium 156 shows no picture of the other any more after a rollback.
 *
 * Whoever calls does so by one queue for a connection: what the state says when a signal is looked at is all there is to know.
 */
export function negotiate(
  connection: RTCPeerConnection,
  options: { isLater: boolean; send: (data: SignalData) => void; prepareAnswer: () => Promise<void> },
): Negotiation {
  const early: RTCIceCandidateInit[] = []

  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (!candidate) return
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate
    options.send({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } })
  })

  async function describe(): Promise<void> {
    await connection.setLocalDescription()
    const made = connection.localDescription
    if (made?.type === 'offer' || made?.type === 'answer') options.send({ description: { type: made.type, sdp: made.sdp } })
  }

  async function begin(): Promise<void> {
    if (options.isLater) return describe()
    const { sdp } = await connection.createOffer({ iceRestart: true })
    if (sdp !== undefined) options.send({ description: { type: 'offer', sdp } })
  }

  async function hearDescription(description: Description): Promise<void> {
    const heeded = heed(description.type, { signalingState: connection.signalingState, isLater: options.isLater })
    if (heeded === 'ignore') return
    if (heeded === 'offer') {
      connection.restartIce()
      return describe()
    }
    await connection.setRemoteDescription(description)
    for (const candidate of early.splice(0)) await addCandidate(candidate)
    if (description.type === 'answer') return
    await options.prepareAnswer()
    await describe()
  }

  async function addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    if (connection.remoteDescription === null) {
      early.push(candidate)
      return
    }
    try {
      await connection.addIceCandidate(candidate)
    } catch {
      // It belongs to an offer that was replaced, or to a connection that is no more; the others are enough.
    }
  }

  return {
    begin,
    hear: (data) => {
      if ('description' in data) return hearDescription(data.description)
      const { usernameFragment, ...place } = data.candidate
      return addCandidate({ ...place, ...(typeof usernameFragment === 'string' && { usernameFragment }) })
    },
  }
}
