namespace SfPerf.Client.Verbs;

/// <summary>How many runs in a row are measured.</summary>
/// <param name="Folder">The folder that a folder of the runs is made in.</param>
/// <param name="Reruns">How many noisy runs are measured again, all in all.</param>
/// <param name="IsStrict">Whether noisy runs beyond that, or a driver at its limit, reject the outcome.</param>
/// <param name="IsDryRun">Whether nothing is to be started.</param>
internal sealed record SeriesSettings(string Folder, int Reruns, bool IsStrict, bool IsDryRun);
