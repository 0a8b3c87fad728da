using System.Collections.Generic;

namespace SfPerf.Client.Parameters;

/// <summary>What was read from a parameter file, in the words of whoever reads it.</summary>
/// <param name="Values">Its values.</param>
/// <param name="Problems">What is wrong with it.</param>
/// <param name="Notes">What is not done as it says, though nothing is wrong.</param>
internal sealed record FileContent(
    List<RawParameter> Values, List<ParameterProblem> Problems, List<ParameterProblem> Notes);
