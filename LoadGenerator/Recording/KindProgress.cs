using System.Collections.Generic;
using SfPerf.Metrics.Results;

namespace SfPerf.LoadGenerator.Recording;

/// <summary>How far one kind of operation has come.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Operations">Successes so far.</param>
/// <param name="Failed">Failures so far.</param>
/// <param name="Errors">Failures so far by kind.</param>
/// <param name="LastSecond">The last whole second; null before there is one.</param>
public sealed record KindProgress(
    OperationKind Kind, long Operations, long Failed, IReadOnlyDictionary<string, long> Errors, SecondRow? LastSecond);
