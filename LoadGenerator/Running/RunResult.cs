using System;
using System.Collections.Generic;
using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Running;

/// <summary>Describes what a run measured; whole or, when it was cut off, as far as it came.</summary>
/// <param name="StartedUtc">When preparing began.</param>
/// <param name="Phases">The results in order; first that of preparing, named <c>prepare</c>.</param>
/// <param name="Cancelled">Whether the caller cancelled the run.</param>
public sealed record RunResult(DateTimeOffset StartedUtc, IReadOnlyList<PhaseResult> Phases, bool Cancelled);
