//! Strongly connected components, for dependencies of all kinds.

/// The strongly connected components of a graph, each after all those that it
/// has edges into; the members of each in ascending order.
///
/// Kosaraju's algorithm, with explicit stacks: graphs can be deep.
pub fn strong_components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; edges.len()];
    let mut finished = Vec::with_capacity(edges.len());
    for root in 0..edges.len() {
        finish(edges, root, &mut seen, &mut finished);
    }
    let mut reversed: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        for &to in targets {
            reversed[to].push(from);
        }
    }
    // On the reversed graph, from the last to finish: sources come out first.
    let mut components = Vec::new();
    for &root in finished.iter().rev() {
        let mut members = Vec::new();
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node], false) {
                members.push(node);
                open.extend(&reversed[node]);
            }
        }
        if !members.is_empty() {
            members.sort_unstable();
            components.push(members);
        }
    }
    components.reverse();
    components
}

/// Searches depth first from `root`, adding each node once its search is
/// finished.
fn finish(edges: &[Vec<usize>], root: usize, seen: &mut [bool], finished: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut stack = vec![(root, 0)];
    while let Some((node, place)) = stack.pop() {
        let Some(&next) = edges[node].get(place) else {
            finished.push(node);
            continue;
        };
        stack.push((node, place + 1));
        if !std::mem::replace(&mut seen[next], true) {
            stack.push((next, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_lead_to() {
        // 0 ⇄ 1 → 2 → 3 ⇄ 4, and 5 alone with a loop.
        let edges = vec![vec![1], vec![0, 2], vec![3], vec![4], vec![3], vec![5]];
        let components = strong_components(&edges);
        let place = |node| {
            components
                .iter()
                .position(|members| members.contains(&node))
                .unwrap()
        };
        assert_eq!(components.len(), 4);
        assert_eq!(components[place(0)], [0, 1]);
        assert_eq!(components[place(3)], [3, 4]);
        assert!(place(3) < place(2) && place(2) < place(0));
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let edges: Vec<Vec<usize>> = (0..1_000_000)
            .map(|node| vec![(node + 1) % 1_000_000])
            .collect();
        assert_eq!(strong_components(&edges).len(), 1);
    }
}
