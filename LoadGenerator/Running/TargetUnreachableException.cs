using System;

namespace SfPerf.LoadGenerator.Running;

/// <summary>The store could not be prepared: nothing was measured.</summary>
public sealed class TargetUnreachableException(string message, Exception? cause) : Exception(message, cause);
