import { Leaf, PencilRuler, Ruler, Sparkles } from 'lucide-react'

import type { Route } from './+types/about'

import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { TapeMeasureDivider } from '#app/ui/tape-measure-divider.tsx'

const PILLARS = [
  {
    icon: PencilRuler,
    title: 'Original Design',
    text: 'Every pattern is drawn in-house. We do not copy a season; we cut for the years after it.',
  },
  {
    icon: Ruler,
    title: 'Unrivaled Quality',
    text: 'Cloth chosen by weight and hand, seams that stay flat, buttons that stay on.',
  },
  {
    icon: Leaf,
    title: 'Conscious Craft',
    text: 'Small runs, honest fibres and as little waste on the cutting table as the pattern allows.',
  },
  {
    icon: Sparkles,
    title: 'Future-Forward Style',
    text: 'Plain enough for today, precise enough for tomorrow. Nothing is added for show.',
  },
] as const

const FOUNDERS = [
  {
    name: 'Aarav Mehta',
    role: 'Founder, design',
    text: 'Draws the first line of every pattern and wears each sample for a month before it is allowed out.',
  },
  {
    name: 'Kabir Nair',
    role: 'Founder, making',
    text: 'Knows every mill by name and will unpick a seam twice for one millimetre.',
  },
] as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About',
    description:
      'A design house for men: original design, unrivaled quality, conscious craft and future-forward style.',
    path: '/about',
  })

export default function About() {
  return (
    <>
      <section className="container py-10">
        <h1 className="display">About us</h1>
        <div className="mt-10 grid gap-6 lg:grid-cols-2">
          <p className="lead">
            We are a design house, not a warehouse. What hangs here began as a sheet of paper on our own table and was
            cut, sewn and worn until it was right.
          </p>
          <p className="lead">
            We started with one shirt that we could not find anywhere: a collar that sits, a hem that stays, a price
            that can be said out loud. The rest of the wardrobe followed, one honest piece at a time.
          </p>
        </div>
        <div className="mt-8">
          <ButtonLink to="/getproducts">Explore Collection</ButtonLink>
        </div>
      </section>
      <div className="container">
        <TapeMeasureDivider />
      </div>
      <section className="container py-14" aria-labelledby="pillars">
        <h2 id="pillars" className="heading heading-2">
          Four pillars
        </h2>
        <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {PILLARS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="card rise p-6">
              <Icon size={28} aria-hidden="true" />
              <h3 className="heading heading-3 mt-5">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="container py-10" aria-labelledby="team">
        <h2 id="team" className="heading heading-2">
          The team
        </h2>
        <ul className="mt-8 grid gap-5 md:grid-cols-2">
          {FOUNDERS.map(({ name, role, text }) => (
            <li key={name} className="card rise flex items-center gap-6 p-6">
              <span
                className="heading grid size-20 flex-none place-items-center rounded-card border border-dashed border-edge text-2xl"
                aria-hidden="true"
              >
                {name.replaceAll(/[^A-Z]/g, '')}
              </span>
              <div>
                <h3 className="heading heading-3">{name}</h3>
                <p className="text-sm text-muted">{role}</p>
                <p className="mt-3">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="container py-16 text-center">
        <p className="heading heading-1 mx-auto max-w-3xl">See what is on the table now.</p>
        <div className="mt-8">
          <ButtonLink to="/getproducts">Discover Our Products</ButtonLink>
        </div>
      </section>
    </>
  )
}
