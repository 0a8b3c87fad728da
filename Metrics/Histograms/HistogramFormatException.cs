using System;

namespace SfPerf.Metrics.Histograms;

/// <summary>Bytes or text that should hold a histogram do not.</summary>
public sealed class HistogramFormatException(string message) : FormatException(message);
