using System;

namespace SfPerf.LoadGenerator.Targets;

/// <summary>A target has nothing left to read, and will not have before something is written. The phase ends with the
/// operations under way; the one that threw is not counted, because the store was not asked.</summary>
/// <param name="message">What was used up; the result of the phase tells it.</param>
public sealed class NothingLeftException(string message) : Exception(message);
