export default function Home() {
  return <h1>DESIGNED. FOR. TOMORROW.</h1>
}
