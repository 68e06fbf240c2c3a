import { onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

/** Fake camera and microphone with a moving picture and a tone. */
export async function pluginDevices() {
  // Browsers play no audio before a user gesture.
  await userEvent.click(document.body)
  const context = new AudioContext()
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
  const brush = canvas.getContext('2d')
  let turn = 0
  const moving = setInterval(() => {
    turn += 1
    if (!brush) return
    brush.fillStyle = `hsl(${turn * 7} 70% 50%)`
    brush.fillRect(0, 0, 640, 360)
    brush.fillRect((turn * 13) % 600, 100, 40, 40)
  }, 40)

  function microphone(): MediaStreamTrack {
    const tone = context.createOscillator()
    const out = context.createMediaStreamDestination()
    tone.connect(out)
    tone.start()
    return trackOf(out.stream)
  }

  const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (asked) => {
    const wantsSound = Boolean(asked?.audio)
    return new MediaStream([wantsSound ? microphone() : trackOf(canvas.captureStream(24))])
  })
  const show = vi
    .spyOn(navigator.mediaDevices, 'getDisplayMedia')
    .mockImplementation(async () => new MediaStream([trackOf(canvas.captureStream(8))]))
  onTestFinished(async () => {
    clearInterval(moving)
    ask.mockRestore()
    show.mockRestore()
    await context.close()
  })
  return { ask, show }
}

function trackOf(stream: MediaStream): MediaStreamTrack {
  const [track] = stream.getTracks()
  if (!track) throw new Error('The stream has no track.')
  return track
}
