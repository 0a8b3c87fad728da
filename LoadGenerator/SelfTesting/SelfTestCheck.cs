using System;

namespace SfPerf.LoadGenerator.SelfTesting;

/// <summary>Represents one figure the load generator measured where the right answer is known.</summary>
/// <param name="Name">What was measured.</param>
/// <param name="Expected">The right answer.</param>
/// <param name="Measured">What came out.</param>
/// <param name="Tolerance">The largest share by which it may be off.</param>
public sealed record SelfTestCheck(string Name, double Expected, double Measured, double Tolerance)
{
    /// <summary>Gets whether it is right.</summary>
    public bool Passed => Math.Abs(Measured - Expected) <= Tolerance * Math.Abs(Expected);
}
