namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>The order of two sides within pairs: A B, B A, A B, ... A drift of the machine then falls on both alike.
/// </summary>
public static class PairOrder
{
    /// <summary>The sides of a pair in the order they are measured; true is the second side.</summary>
    public static bool[] Of(int pair) => pair % 2 == 0 ? [false, true] : [true, false];
}
