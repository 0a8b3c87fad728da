namespace SfPerf.Fabric.ReliableState.Visibility;

/// <summary>Represents something old that is kept for one reader.</summary>
internal readonly record struct Retained(IRetainer Owner, object Item);
