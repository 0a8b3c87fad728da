using System.Collections.Generic;

namespace SfPerf.Chaos.Checking;

/// <summary>Represents what checkers found in one history.</summary>
public sealed class Findings
{
    private readonly List<Violation> _violations = [];
    private readonly List<string> _undecided = [];

    /// <summary>Gets the broken promises.</summary>
    public IReadOnlyList<Violation> Violations => _violations;

    /// <summary>Gets what could not be decided: no proof of a fault, and none of its absence.</summary>
    public IReadOnlyList<string> Undecided => _undecided;

    /// <summary>Gets whether every promise was checked and none was broken.</summary>
    public bool Clean => _violations.Count == 0 && _undecided.Count == 0;

    internal void Break(string promise, int partition, string text) => _violations.Add(new(promise, partition, text));

    internal void LeaveOpen(string text) => _undecided.Add(text);
}
