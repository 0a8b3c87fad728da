namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>The result of a method that returns a plain task.</summary>
internal readonly struct Nothing;
