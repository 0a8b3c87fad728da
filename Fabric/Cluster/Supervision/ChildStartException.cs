using System;

namespace SfPerf.Fabric.Cluster.Supervision;

/// <summary>A program could not be started at all.</summary>
internal sealed class ChildStartException(string message, Exception cause) : Exception(message, cause);
