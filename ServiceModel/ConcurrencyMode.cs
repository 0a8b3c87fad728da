namespace System.ServiceModel;

/// <summary>Says how many threads may be in one service instance.</summary>
public enum ConcurrencyMode
{
    Single,
    Reentrant,
    Multiple,
}
