namespace SfPerf.ServiceModel.Wire;

/// <summary>What became of a preamble's bytes.</summary>
internal enum PreambleStep
{
    More,
    Done,
    Refuse,
}
