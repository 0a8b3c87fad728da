namespace SfPerf.Contracts;

/// <summary>The bank of each partition of <c>IChaosStore</c>.</summary>
public static class ChaosAccounts
{
    /// <summary>The accounts: the even ones lie in one dictionary, the odd ones in another.</summary>
    public const int Count = 10;

    /// <summary>What each begins with.</summary>
    public const long InitialBalance = 100;
}
