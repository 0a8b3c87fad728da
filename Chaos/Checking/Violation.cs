namespace SfPerf.Chaos.Checking;

/// <summary>A promise that the history shows broken.</summary>
/// <param name="Promise">Which one, as <c>linearizable register</c>.</param>
/// <param name="Partition">Where.</param>
/// <param name="Text">What was seen, with the operations by number.</param>
public sealed record Violation(string Promise, int Partition, string Text);
