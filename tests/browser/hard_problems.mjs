// Problems that are hard to lay out or to escape, by name.

const HOSTILE = ['</title><script>document.title = "owned"</script>', '"><img src=x onerror="alert(1)">',
                 "' onfocus='alert(1)' autofocus='", '<!-- --> ]]> <![CDATA[ &lt;b&gt; &#60;'];
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const fractions = (count, over) => Array.from({ length: count }, (_, i) => `${i + 1}/${over}`);

// Key j has weight j/820, and component i of its value is ((i·j mod 11) - 5)/(i mod 4 + 1).
function manyKeys(components) {
  return {
    title: 'Many keys',
    weights: fractions(40, 820),
    values: Array.from({ length: 40 }, (_, j) =>
      Array.from({ length: components }, (_, i) => `${((i + 1) * (j + 1)) % 11 - 5}/${((i + 1) % 4) + 1}`)),
  };
}

export function hardProblems() {
  const digits = '123456789'.repeat(8);
  return {
    hostile: {
      title: HOSTILE[0],
      notes: HOSTILE,
      labels: { keys: HOSTILE.slice(0, 3), components: HOSTILE.slice(1, 3), queries: HOSTILE.slice(0, 2) },
      weights: [['1/4', '1/4', '1/2'], ['1/3', 'masked', '2/3']],
      scores: [['0', '0', '1'], ['1', 'masked', '1']],
      values: [['2', '0'], ['0', '3'], ['1', '1']],
    },
    'long-words': {
      title: LONG_WORD,
      labels: { keys: [LONG_WORD, 'short'], components: [LONG_WORD], queries: [LONG_WORD] },
      weights: ['1/2', '1/2'],
      values: ['1', '2'],
    },
    'long-numbers': { title: 'Long numbers', weights: ['1/3', '2/3'], values: [[digits, `1/${digits}`], [`-${digits}/7`, '1']] },
    'many-keys': manyKeys(2),
    'many-keys-and-components': manyKeys(12),
    'many-queries': {
      title: 'Forty queries over twelve keys',
      weights: Array.from({ length: 40 }, (_, q) => Array.from({ length: 12 }, (_, k) => (k === q % 12 ? '1' : k > q ? 'masked' : '0'))),
      values: Array.from({ length: 12 }, (_, k) => [`${k}`, `${k * k}/2`]),
    },
    'many-scores': { title: 'Twelve scores', scores: fractions(12, 5), values: fractions(12, 3) },
    'huge-spread': { title: 'Huge and tiny', weights: ['1/2', '1/4', '1/4'], values: [['1e30', '1e-30'], ['-1e30', '3'], ['1', '1e-40']] },
    'one-place': { title: 'All in one place', weights: ['1/2', '1/4', '1/4'], values: [['1', '1'], ['1', '1'], ['1', '1']] },
  };
}
